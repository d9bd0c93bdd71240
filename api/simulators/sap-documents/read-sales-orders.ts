import type { SimulatorAnswer } from '../sap/answers.ts'
import type { SapRecord, SimulatorStore, StoredOrder } from '../sap/store.ts'
import { answerRead, type ReadCall } from '../sap-odata/read.ts'

const numberIn = /\/A_(?:SalesOrder|SlsOrdWthoutChrg)\w*\((?:SalesOrder(?:WithoutCharge)?=)?'(\d+)'/

/**
 * Answers a GET of a service of sales orders. All rows of an order bear one etag, that of its last change; SAP
 * gives item numbers back without their leading zeros, and takes them with and without.
 */
export function readSalesOrders(store: SimulatorStore, call: ReadCall): SimulatorAnswer {
  const path = decodeURIComponent(call.path).replaceAll(/(SalesOrder(?:WithoutCharge)?Item=')0+(?=\d)/g, '$1')
  const answer = answerRead(store.entities, { ...call, path })
  const etags = new Map<string, string | null>()
  const etagOfOrder = (number: string) => {
    const known = etags.get(number)
    if (known !== undefined) return known
    const order = store.order(number)
    etags.set(number, order && etag(order))
    return etags.get(number)!
  }
  const d = (answer.body as { d?: unknown } | null)?.d
  if (answer.status === 200) addEtags(d, etagOfOrder)
  return answer
}

/** The last change to a tenth of a microsecond, which tells apart what happened in the same moment. */
export const etag = ({ changedAt, version }: Pick<StoredOrder, 'changedAt' | 'version'>) =>
  `W/"datetimeoffset'${encodeURIComponent(changedAt.replace('Z', `${version % 10_000}`.padStart(4, '0')))}Z'"`

function addEtags(value: unknown, etagOfOrder: (number: string) => string | null) {
  if (typeof value !== 'object' || value === null) return
  const metadata = (value as SapRecord).__metadata as { uri?: string; etag?: string } | undefined
  const [, number] = numberIn.exec(decodeURIComponent(metadata?.uri ?? '')) ?? []
  const found = number && etagOfOrder(number)
  if (metadata && found) metadata.etag = found
  for (const below of Object.values(value)) addEtags(below, etagOfOrder)
}
