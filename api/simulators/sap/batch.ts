import { readHttp, readMultipart, writeHttp, writeMultipart } from '../../sap/http/multipart.ts'
import { type SimulatorAnswer, sapRefusal } from './answers.ts'
import { changedPlace, type OrderChange, patchSalesOrder } from './order-changes.ts'
import type { ServiceCall } from './service-call.ts'
import type { SimulatorStore } from './store.ts'
import { inXml } from './xml-answers.ts'

const CHANGE = /^PATCH (\S+?)(?:\?\S*)? HTTP\/1\.1$/

/**
 * `POST $batch` with one changeset of one sales order, as SAP Gateway speaks it: 202, and within it an answer for each
 * change, or one refusal for all of them, beside the set or by its mode within it.
 */
export function answerBatch(
  store: SimulatorStore,
  { body, at, modes, header }: Pick<ServiceCall, 'body' | 'at' | 'modes' | 'header'>,
): SimulatorAnswer {
  const changes = changesIn(header('content-type'), String(body))
  if (!changes) return sapRefusal(400, [{ code: '/IWBEP/CM_MGW_RT/021', message: 'Malformed batch request.' }])
  const answer = patchSalesOrder(store, changes, at)
  const isRefused = answer.status >= 300
  const told = modes.includes('xml-errors') ? inXml(answer) : answer
  const parts = (isRefused ? [told] : changes.map(() => told)).map((one, index) => httpAnswer(one, index + 1))
  const written = modes.includes('bare-parts') ? parts.map(bare) : parts
  if (isRefused && !modes.includes('inner-refusal')) return batchAnswer(writeMultipart(written))
  const set = writeMultipart(written)
  const named = modes.includes('bare-parts') ? 'content-type' : 'Content-Type'
  return batchAnswer(writeMultipart([{ headers: { [named]: set.type }, body: set.text }]))
}

/** A part with its headers in lower case, one of them empty, and none of those of the answer within it. */
const bare = ({ headers, body }: ReturnType<typeof writeHttp>) => {
  const [line, ...rest] = body.split('\r\n\r\n')
  const [first] = line!.split('\r\n')
  return {
    headers: { 'content-type': headers['Content-Type']!, 'content-id': '' },
    body: [first, ...rest].join('\r\n\r\n'),
  }
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

const httpAnswer = ({ status, body, headers }: SimulatorAnswer, contentId: number) =>
  writeHttp(
    {
      line: `HTTP/1.1 ${status} ${status === 204 ? 'No Content' : 'Refused'}`,
      headers: { ...(body !== null && { 'Content-Type': 'application/json' }), ...headers },
      body: body === null ? '' : typeof body === 'string' ? body : JSON.stringify(body),
    },
    contentId,
  )

const batchAnswer = ({ type, text }: { type: string; text: string }): SimulatorAnswer => ({
  status: 202,
  body: text,
  headers: { 'Content-Type': type },
})
