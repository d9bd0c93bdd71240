import type { countPodGoods, showPodGoods } from '../../../resources/dispatches/commands/pods.ts'
import { lr } from '../../../resources/dispatches/lr.ts'
import { type Pod, pod, pod as podResource } from '../../../resources/dispatches/pods/pod.ts'
import { at } from '../../derive/command/ask.ts'
import type { Where } from '../../http/asked.ts'
import { api } from '../../shell/api.ts'
import { rowsOf } from '../../shell/rows.ts'
import { sendFile } from '../../shell/send-file.ts'
import type { LrRow } from '../lr-api.ts'

export const goodsOfPod = at<typeof showPodGoods>('GET pod-goods')
export const countGoods = at<typeof countPodGoods>('POST pod-goods')

/** A POD as a reader gets it: buyers without its remarks, transporters without the proposal of a complaint. */
export type PodRow = Pod & { paysFreight?: boolean } & { texts: Partial<Record<keyof Pod, string>> }

/** The entered values of a POD; the server validates each field. */
export type PodValues = Partial<Record<string, unknown>>

/** A POD to be sent, with its pages in order. */
export interface PodToSend {
  pages: readonly File[]
  values: PodValues & { lrId: number }
}

/** What a browser kept before PODs had pages. */
type KeptPod = PodToSend | (Omit<PodToSend, 'pages'> & { photo: File })

/** Sends the pages and the POD; a repetition with the same key gets the first answer. */
export async function sendPod({ values, ...kept }: KeptPod, requestKey: string): Promise<PodRow> {
  const sent: number[] = []
  for (const page of 'pages' in kept ? kept.pages : [kept.photo]) sent.push((await sendFile(page, 'POD')).id)
  const [attachmentId, ...furtherIds] = sent
  const pod = { ...values, attachmentId, ...(furtherIds.length > 0 && { furtherIds }), requestKey }
  return (await api.post<PodRow>('/pods', pod)).data
}

const MOST_OFFERED = 8
const awaited: Where<typeof lr> = {
  podStatus: { $in: ['NONE', 'REJECTED'] },
  deliveryStatus: { $nin: ['CANCELLED', 'LOST', 'RETURNED'] },
}

/** LRs without an accepted POD whose number contains a text, the latest first. */
export const findLrs = async (typed: string) =>
  (
    await rowsOf(lr).page<LrRow>({
      where: { ...awaited, ...(typed && { lrNo: { $contains: typed } }) },
      sort: { lrDate: -1, id: -1 },
      most: MOST_OFFERED,
    })
  ).data

/** The latest LRs of that number, whatever their state, to say why one is not offered. */
export const findAnyLr = (lrNo: string) => rowsOf(lr).first<LrRow>({ where: { lrNo }, sort: { id: -1 } })

export const fetchLr = (id: number) => rowsOf(lr).at<LrRow>(id)

/** The PODs of an LR, the latest first; rejected ones too. */
export const podsOfLr = (lrId: number) => rowsOf(pod).all<PodRow>({ where: { lrId }, sort: { id: -1 } })

export interface PodToVerify {
  pod: PodRow
  lr: LrRow
}

/** The PODs that wait to be verified, the oldest first, each with its LR. */
export async function podsToVerify(): Promise<PodToVerify[]> {
  const waiting = await rowsOf(podResource).all<PodRow>({ where: { status: 'UPLOADED' }, sort: { id: 1 } })
  const lrs = await rowsOf(lr).whose<'id', LrRow>(
    'id',
    waiting.map(({ lrId }) => lrId),
  )
  const byId = new Map(lrs.map(row => [row.id, row]))
  return waiting.flatMap(pod => {
    const of = byId.get(pod.lrId)
    return of ? [{ pod, lr: of }] : []
  })
}

/** Accepts or rejects a POD in the version that was shown. */
export const decidePod = ({ id, rowVersion }: PodRow, action: 'accept' | 'reject', decision?: object) =>
  api.post('/pods/actions', { action, rows: [{ id, rowVersion }], ...(decision && { asked: decision }) })
