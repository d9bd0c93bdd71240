import type { Knex } from 'knex'
import { rowsOf } from '../../api/derive/rows-of.ts'
import { uploadPod } from '../../api/dispatches/pods/upload-pod.ts'
import { addDays } from '../../resources/define/dates.ts'
import type { Lr } from '../../resources/dispatches/lr.ts'
import { type Pod, pod } from '../../resources/dispatches/pods/pod.ts'
import { reasonCode } from '../../resources/settings/reason-code.ts'
import { callerNamed, saveUpload } from '../orders.ts'
import { act, type Past } from './past.ts'
import { deskOfLr, lrWith } from './past-dispatch.ts'
import type { PodPicture } from './pod-pictures.ts'

/** What becomes of the proof of a delivery; without it, it is accepted within some days. */
export type Proof = 'none' | 'waits' | 'short' | 'damaged' | 'rejected' | 'sent again'

/** Whoever has the photo uploads it: the transporter, where they have a login, else the desk. */
const transportersWithLogin: Readonly<Record<string, string>> = { KONARK: 'transporter' }

/** Writes into the diary how the POD of a consignment comes, after a delivery on `day`, and what becomes of it. */
export function letProve(past: Past, lrId: number, day: string, proof?: Proof): void {
  if (proof === 'none') return
  const { diary } = past
  const sent = addDays(day, 1 + (lrId % 3))
  const decided = addDays(sent, 1 + (lrId % 2))
  const shortage = proof === 'short' ? 1 : 0
  const damage = proof === 'damaged' ? 1 : 0
  const isUnreadable = proof === 'rejected' || proof === 'sent again'
  const picture = isUnreadable ? 'blurred' : shortage + damage > 0 ? 'remarked' : 'clean'
  diary.on(sent, () => prove(past, lrId, { shortage, damage, picture }))
  if (proof === 'waits') return
  diary.on(decided, () => decide(past, lrId, isUnreadable ? 'reject' : 'accept'))
  if (proof !== 'sent again') return
  diary.on(addDays(decided, 2), () => prove(past, lrId, { shortage, damage, picture: 'clean' }))
  diary.on(addDays(decided, 3), () => decide(past, lrId, 'accept'))
}

async function prove(
  past: Past,
  lrId: number,
  { shortage, damage, picture }: { shortage: number; damage: number; picture: PodPicture },
) {
  const { trx, rows, home, pictures } = past
  const row = await lrWith(trx, lrId)
  const { code } = await trx('transporter').where({ id: row.transporterId }).first('code')
  const login = transportersWithLogin[code]
  const { person, author } = login ? await callerNamed(trx, rows, login) : await deskOfLr(past, row)
  const title = `POD of LR ${row.lrNo}`
  const photo = { title, fileName: `${row.lrNo}.jpg`, mimeType: 'image/jpeg', bytes: pictures[picture] }
  await uploadPod(
    trx,
    {
      lrId,
      attachmentId: await saveUpload(rows, home, 'POD', photo, author),
      deliveredOn: row.deliveredOn!,
      receivedBy: row.receivedBy ?? 'S. Joshi',
      packagesReceived: row.packages - shortage,
      shortagePackages: shortage,
      damagePackages: damage,
      refusedPackages: 0,
      // Cold goods arrive between 4 and 7 °C.
      temperature: row.loggerNo === null ? null : 40 + (lrId % 30),
      isLoggerRead: row.loggerNo !== null,
      remarks: damage > 0 ? 'One carton is dented, its bottles are whole' : null,
      requestKey: null,
      goods: null,
      furtherIds: null,
    },
    login ? 'TRANSPORTER' : 'SINGLE',
    person,
    author,
  )
}

async function decide(past: Past, lrId: number, action: 'accept' | 'reject') {
  const { trx, rows } = past
  const { person: desk } = await deskOfLr(past, await lrWith(trx, lrId))
  const [waiting] = await podsOf(trx, lrId)
  const loginId = waiting!.createdById === desk.id ? secondLogin(desk.loginId) : desk.loginId
  const input = action === 'reject' ? { rejectReasonId: rows.idOf(reasonCode, 'UNREADABLE') } : {}
  await act(past, loginId, pod, action, waiting!, input)
}

/** Who verifies what this login uploaded. */
const secondLogin = (loginId: string) => (loginId === 'csc_agent' ? 'csc_manager' : 'csc_agent')

/** The PODs of an LR that wait to be verified. */
const podsOf = (trx: Knex, lrId: Lr['id']): Promise<Pod[]> =>
  rowsOf(trx, pod, rows => rows.where({ lrId, status: 'UPLOADED' }))
