import { readHttp, readMultipart, writeHttp, writeMultipart } from '../../sap/http/multipart.ts'
import { type SimulatorAnswer, sapRefusal } from './answers.ts'
import { changedPlace, type OrderChange, patchSalesOrder } from './order-changes.ts'
import type { SimulatorStore } from './store.ts'

const CHANGE = /^PATCH (\S+?)(?:\?\S*)? HTTP\/1\.1$/

/**
 * `POST $batch` with one changeset of one sales order, as SAP Gateway speaks it: 202, and within it an answer for each
 * change, or one refusal for all of them.
 */
export function answerBatch(store: SimulatorStore, type: string, body: unknown, now: string): SimulatorAnswer {
  const changes = changesIn(type, String(body))
  if (!changes) return sapRefusal(400, [{ code: '/IWBEP/CM_MGW_RT/021', message: 'Malformed batch request.' }])
  const answer = patchSalesOrder(store, changes, now)
  if (answer.status >= 300) return batchAnswer(writeMultipart([httpAnswer(answer, 1)]))
  const each = writeMultipart(changes.map((_, index) => httpAnswer(answer, index + 1)))
  return batchAnswer(writeMultipart([{ headers: { 'Content-Type': each.type }, body: each.text }]))
}

/** The changes of a batch; null when it is anything but one changeset of a sales order. */
function changesIn(type: string, text: string): OrderChange[] | null {
  try {
    const [changeset, ...more] = readMultipart(type, text)
    if (more.length > 0) return null
    return readMultipart(changeset!.type, changeset!.body).map(part => {
      const { line, headers, body } = readHttp(part.body)
      const place = changedPlace(decodeURIComponent(CHANGE.exec(line)?.[1] ?? ''))
      if (!place) throw new RangeError(line)
      return { ...place, ifMatch: headers['if-match'] ?? '', body: JSON.parse(body) }
    })
  } catch {
    return null
  }
}

const httpAnswer = ({ status, body }: SimulatorAnswer, contentId: number) =>
  writeHttp(
    {
      line: `HTTP/1.1 ${status} ${status === 204 ? 'No Content' : 'Refused'}`,
      headers: body === null ? {} : { 'Content-Type': 'application/json' },
      body: body === null ? '' : JSON.stringify(body),
    },
    contentId,
  )

const batchAnswer = ({ type, text }: { type: string; text: string }): SimulatorAnswer => ({
  status: 202,
  body: text,
  headers: { 'Content-Type': type },
})
