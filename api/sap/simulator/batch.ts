import { readHttp, readMultipart, writeHttp, writeMultipart } from '../multipart.ts'
import { type SimulatorAnswer, sapRefusal } from './answers.ts'
import { type ItemChange, patchSalesOrderItems } from './orders.ts'
import type { SimulatorStore } from './store.ts'

const ITEM = /^PATCH A_SalesOrderItem\(SalesOrder='(\d+)',SalesOrderItem='(\d+)'\)(?:\?\S*)? HTTP\/1\.1$/

/**
 * `POST $batch` with one changeset of items of one sales order, as SAP Gateway speaks it: 202, and within it an answer for
 * each change, or one refusal for all of them.
 */
export function answerBatch(store: SimulatorStore, type: string, body: unknown, now: string): SimulatorAnswer {
  const changes = changesIn(type, String(body))
  if (!changes) return sapRefusal(400, [{ code: '/IWBEP/CM_MGW_RT/021', message: 'Malformed batch request.' }])
  const answer = patchSalesOrderItems(store, changes, now)
  if (answer.status >= 300) return batchAnswer(writeMultipart([httpAnswer(answer, 1)]))
  const each = writeMultipart(changes.map((_, index) => httpAnswer(answer, index + 1)))
  return batchAnswer(writeMultipart([{ headers: { 'Content-Type': each.type }, body: each.text }]))
}

/** The changes of a batch; null when it is anything but one changeset of items. */
function changesIn(type: string, text: string): ItemChange[] | null {
  try {
    const [changeset, ...more] = readMultipart(type, text)
    if (more.length > 0) return null
    return readMultipart(changeset!.type, changeset!.body).map(part => {
      const { line, headers, body } = readHttp(part.body)
      const [, salesOrder, salesOrderItem] = ITEM.exec(line) ?? []
      if (!salesOrder || !salesOrderItem) throw new RangeError(line)
      return { salesOrder, salesOrderItem, ifMatch: headers['if-match'] ?? '', body: JSON.parse(body) }
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
