import type { Knex } from 'knex'
import { addDays } from '../../../resources/define/dates.ts'
import { fromTo } from '../../../resources/define/show.ts'
import { withDefaults } from '../../../resources/define/validate.ts'
import { type RateContract, rateContractCustomer } from '../../../resources/masters/rate-contract-customer.ts'
import {
  type RateContractLine,
  rateContractLine,
  unusedContractLine,
} from '../../../resources/masters/rate-contract-line.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { refreshContract } from '../../masters/rate-contract-totals.ts'
import { today } from '../../platform/clock.ts'
import type { SapRowError, SaveOutcome } from '../reading/pull.ts'
import { type Upsert, upsertRows } from '../reading/upsert-rows.ts'
import type { RateContractItem } from './rate-contract-item.ts'
import { type LineRow, periodOf, type WrongLine } from './rate-contract-lines.ts'

/** A contract of SAP with the rows that it names. */
export interface NamedContract {
  item: RateContractItem
  before: RateContract | undefined
  customerId: number
  sbuId: number
  lines: readonly LineRow[]
}

/** Creates or updates a contract with its lines; `wrong` is called for what cannot be taken, and the rest is saved. */
export async function saveContract(
  trx: Knex,
  contract: NamedContract,
  wrong: (line: WrongLine) => void,
): Promise<Exclude<SaveOutcome, 'later'>> {
  const { item, before } = contract
  const header = headerRow(contract)
  const lines = await withoutClashes(trx, contract, header, wrong)
  if (!before && lines.length === 0) return 'same'
  let refused = false
  const refuseHeader = (_: string, error: SapRowError) => {
    refused = true
    wrong(wrongHeader(item, error))
  }
  const saved = await upsertRows(trx, rateContractCustomer, [{ key: item.key, row: header, before }], refuseHeader)
  if (refused) return 'same'
  const id = before?.id ?? (await idOf(trx, item.key))
  const moved = await saveLines(trx, { ...contract, lines }, id, wrong)
  if (saved.created + moved > 0) await refreshContract(trx, id)
  return saved.created > 0 ? 'created' : saved.updated + moved > 0 ? 'updated' : 'same'
}

const idOf = async (trx: Knex, sapContractNo: string): Promise<number> =>
  (await trx('rate_contract_customer').where({ sapContractNo }).first('id')).id

/** What SAP has to say of the contract; of a new one also what the portal needs to begin with. */
function headerRow({ item, before, customerId, sbuId }: NamedContract): Partial<RateContract> {
  const own = { sapStatus: item.status, ...periodOf(item) }
  const status = statusOf(item, own.validTo, before)
  if (before) return { ...own, status }
  const { key, customerRef, contractDate } = item
  return withDefaults(rateContractCustomer, {
    contractNo: key,
    sapContractNo: key,
    customerId,
    sbuId,
    customerRef: customerRef.slice(0, 35),
    contractDate,
    ...own,
    status,
  })
}

/** SAP's status counts when it is new: what a person suspended here meanwhile stays so, and what they closed for ever. */
function statusOf(
  { status }: RateContractItem,
  validTo: string,
  before: RateContract | undefined,
): RateContract['status'] {
  if (before?.status === 'CLOSED') return 'CLOSED'
  if (validTo < today()) return 'EXPIRED'
  if (!before || before.status === 'DRAFT' || before.status === 'EXPIRED') return status
  if (before.sapStatus === status) return before.status
  return before.sapStatus === null && status === 'ACTIVE' ? before.status : status
}

/** The lines whose product stands on no other active contract of the customer on the same days. */
async function withoutClashes(
  trx: Knex,
  { item, before, customerId, lines }: NamedContract,
  header: Partial<RateContract>,
  wrong: (line: WrongLine) => void,
): Promise<readonly LineRow[]> {
  if (header.status !== 'ACTIVE' || lines.length === 0) return lines
  const others: { productId: number; code: string; contractNo: string; from: string; to: string }[] = await trx(
    'rate_contract_line as line',
  )
    .join('rate_contract_customer as other', 'other.id', 'line.rateContractId')
    .join('products', 'products.id', 'line.productId')
    .where({ 'line.customerId': customerId, 'other.status': 'ACTIVE', 'other.isActive': 1 })
    .whereNot('other.id', before?.id ?? 0)
    .whereIn(
      'line.productId',
      lines.map(({ productId }) => productId),
    )
    .select('line.productId', 'products.code', 'other.contractNo')
    .select(trx.raw('coalesce(line.lineFrom, other.validFrom) as `from`, coalesce(line.lineTo, other.validTo) as `to`'))
  return lines.filter(line => {
    const [from, to] = [line.lineFrom ?? header.validFrom!, line.lineTo ?? header.validTo!]
    const clash = others.find(other => other.productId === line.productId && other.from <= to && from <= other.to)
    if (clash) wrong(overlap(item, line, clash))
    return !clash
  })
}

const overlap = (
  { key }: RateContractItem,
  { lineNo }: LineRow,
  { code, contractNo, from, to }: { code: string; contractNo: string; from: string; to: string },
): WrongLine => ({
  lineNo,
  product: code,
  column: 'lineFrom',
  code: 'DATE_OVERLAP',
  message: `Sales contract ${key}, item ${lineNo}: ${code} is on contract ${contractNo} of this customer too, ${fromTo(from, to)}: close that one`,
  waitsFor: null,
})

const wrongHeader = ({ key }: RateContractItem, { column, message }: SapRowError): WrongLine => ({
  lineNo: null,
  product: null,
  column,
  code: 'DATE_OVERLAP',
  message: `Sales contract ${key}: ${message}`,
  waitsFor: null,
})

/** Writes the lines that are right, and ends those that SAP refuses or no longer has; returns how many changed. */
async function saveLines(
  trx: Knex,
  { item, customerId, lines }: NamedContract,
  id: number,
  wrong: (line: WrongLine) => void,
): Promise<number> {
  const linesByNo = new Map(
    (await rowsOf(trx, rateContractLine, rows => rows.where('rateContractId', id))).map(line => [line.lineNo, line]),
  )
  const rows = lines.map((line): Upsert<typeof rateContractLine> => {
    const before = linesByNo.get(line.lineNo)
    const row = before ? line : { ...unusedContractLine, ...line, rateContractId: id, customerId }
    return { key: `${item.key}/${line.lineNo}`, row, before }
  })
  const open = new Set(item.lines.filter(({ isRefused }) => !isRefused).map(({ lineNo }) => lineNo))
  const ended = [...linesByNo.values()].filter(({ lineNo }) => !open.has(lineNo)).flatMap(line => endOf(line, item))
  const saved = await upsertRows(trx, rateContractLine, [...rows, ...ended], (key, { column, message }) =>
    wrong({
      lineNo: Number(key.slice(key.lastIndexOf('/') + 1)),
      product: null,
      column,
      code: 'QTY_INVALID',
      message: `Sales contract ${key.replace('/', ', item ')}: ${message}`,
      waitsFor: null,
    }),
  )
  return saved.created + saved.updated
}

/** A line that is over ended yesterday, unless it had ended before. */
function endOf(before: RateContractLine, item: RateContractItem): Upsert<typeof rateContractLine>[] {
  if ((before.lineTo ?? item.validTo) < today()) return []
  return [{ key: `${item.key}/${before.lineNo}`, row: { lineTo: addDays(today(), -1) }, before }]
}
