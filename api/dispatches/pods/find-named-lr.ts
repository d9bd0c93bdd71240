import type { Knex } from 'knex'
import { type Lr, lr } from '../../../resources/dispatches/lr.ts'
import type { PodCandidate } from '../../../resources/dispatches/pods/pod-batch.ts'
import {
  lettersOf,
  type NamedFile,
  type NamedNumber,
  numbersWrittenAs,
  readFileName,
} from '../../../resources/dispatches/pods/pod-file-name.ts'
import { podNotice } from '../../../resources/dispatches/pods/pod-rules.ts'
import { restrict } from '../../derive/rights/conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import { rowsOf } from '../../derive/rows-of.ts'

/** What the name of a file says: its LR, those that it may mean, or why it says none. */
export type NamedLr = { pageNo: number | null } & (
  | { lr: Lr }
  | { candidates: PodCandidate[]; isOneLikely: boolean; message: string }
)

const MOST_CANDIDATES = 5
/** So many spellings of a name are looked up. */
const MOST_SPELLINGS = 300

/** Finds the LR that the name of a file means, among those that the person reads. */
export async function findNamedLr(db: Knex, person: Person, fileName: string): Promise<NamedLr> {
  const named = readFileName(fileName)
  const spelled = [...new Set(named.numbers.flatMap(({ lrNo }) => numbersWrittenAs(lrNo)))].slice(0, MOST_SPELLINGS)
  const found = await readable(db, person, rows => rows.whereIn('lr.lrNo', spelled))
  const codes = await codesOf(db, found)
  const meantBy = ({ lrNo, transporterCode }: NamedNumber) => {
    const written = numbersWrittenAs(lrNo)
    return found.filter(
      one =>
        written.includes(one.lrNo) && (transporterCode === null || codes.get(one.transporterId) === transporterCode),
    )
  }
  for (const number of named.numbers.filter(({ isCertain }) => isCertain)) {
    const meant = meantBy(number)
    if (meant.length > 0) return certain(db, meant, number.pageNo)
  }
  const likely = named.numbers.filter(({ isCertain }) => !isCertain)
  const pageNo = named.numbers.findLast(one => one.pageNo !== null)?.pageNo ?? null
  const byNumber = likely.flatMap(meantBy).map(one => ({ lr: one, reason: `Number in the name: ${one.lrNo}` }))
  return (
    (await proposed(db, byNumber, pageNo)) ??
    (await proposed(db, await byInvoice(db, person, named), pageNo)) ??
    (await proposed(db, await writtenOtherwise(db, person, named), pageNo)) ?? {
      pageNo,
      candidates: [],
      isOneLikely: false,
      message: whyNone(named),
    }
  )
}

/** One LR of a number is taken; one that has a POD is proposed; of several somebody chooses. */
async function certain(db: Knex, meant: readonly Lr[], pageNo: number | null): Promise<NamedLr> {
  const waiting = meant.filter(one => podNotice(one) === undefined)
  const pool = waiting.length > 0 ? waiting : meant
  const [first] = pool
  if (waiting.length === 1) return { lr: first!, pageNo }
  const candidates = await candidatesOf(
    db,
    pool.map(one => ({ lr: one, reason: podNotice(one) ?? `Number of the file: ${one.lrNo}` })),
  )
  if (pool.length === 1) return { pageNo, candidates, isOneLikely: true, message: candidates[0]!.reason }
  const number = first!.lrNo
  return {
    pageNo,
    candidates,
    isOneLikely: false,
    message: `${pool.length} LRs that wait for a POD have the number ${number}: choose one, or name the file ${number.replaceAll('/', '-')}_ and the transporter’s code`,
  }
}

interface Likely {
  lr: Lr
  reason: string
}

async function proposed(db: Knex, all: readonly Likely[], pageNo: number | null): Promise<NamedLr | undefined> {
  // Those that wait for a POD first.
  const ordered = [...all.filter(isWaiting), ...all.filter(one => !isWaiting(one))]
  const candidates = await candidatesOf(db, ordered)
  const [first] = candidates
  return first && { pageNo, candidates, isOneLikely: true, message: first.reason }
}

const isWaiting = (one: Likely) => podNotice(one.lr) === undefined

async function candidatesOf(db: Knex, all: readonly Likely[]): Promise<PodCandidate[]> {
  const once = [...new Map(all.map(one => [one.lr.id, one])).values()].slice(0, MOST_CANDIDATES)
  const cities: { id: number; name: string }[] = await db('state_city')
    .whereIn(
      'id',
      once.map(one => one.lr.toCityId),
    )
    .select('id', 'name')
  return once.map(({ lr: { id, lrNo, toCityId }, reason }) => ({
    lrId: id,
    text: `${lrNo} to ${cities.find(city => city.id === toCityId)?.name ?? ''}`.trim(),
    reason,
  }))
}

/** The LRs with the goods of an invoice whose number stands in the name. */
async function byInvoice(db: Knex, person: Person, { invoiceNos }: NamedFile): Promise<Likely[]> {
  if (invoiceNos.length === 0) return []
  const spelled = invoiceNos.flatMap(numbersWrittenAs).slice(0, MOST_SPELLINGS)
  const carried: { lrId: number; invoiceNo: string }[] = await db('invoice')
    .leftJoin('invoice_line_goods as goods', 'goods.invoiceId', 'invoice.id')
    .leftJoin('lr_line_item as item', 'item.deliveryLineId', 'goods.deliveryLineId')
    .leftJoin('lr_line as line', 'line.invoiceId', 'invoice.id')
    .where(any => any.whereIn('invoice.invoiceNo', spelled).orWhereIn('invoice.sapBillingDoc', spelled))
    .where(any => any.whereNotNull('item.lrId').orWhereNotNull('line.lrId'))
    .distinct(db.raw('coalesce(??, ??) as ??', ['item.lrId', 'line.lrId', 'lrId']), 'invoice.invoiceNo')
  const lrs = await readable(db, person, rows =>
    rows.whereIn(
      'lr.id',
      carried.map(({ lrId }) => lrId),
    ),
  )
  return lrs
    .filter(({ deliveryStatus }) => deliveryStatus !== 'CANCELLED')
    .map(one => {
      const { invoiceNo } = carried.find(({ lrId }) => lrId === one.id)!
      return { lr: one, reason: `Invoice ${invoiceNo} in the name is on LR ${one.lrNo}` }
    })
}

/** LRs that wait for a POD, whose number stands in the name with other strokes, dashes or spaces. */
async function writtenOtherwise(db: Knex, person: Person, { numbers }: NamedFile): Promise<Likely[]> {
  const letters = [...new Set(numbers.map(({ lrNo }) => lettersOf(lrNo)))].filter(one => /\d{2}/.test(one))
  if (letters.length === 0) return []
  const bare = "upper(replace(replace(replace(replace(??, '/', ''), '-', ''), ' ', ''), '.', ''))"
  const lrs = await readable(db, person, rows =>
    rows
      .whereIn('lr.podStatus', ['NONE', 'REJECTED'])
      .whereRaw(`${bare} in (${letters.map(() => '?').join(', ')})`, ['lr.lrNo', ...letters]),
  )
  return lrs
    .filter(({ deliveryStatus }) => deliveryStatus !== 'CANCELLED')
    .map(one => ({ lr: one, reason: `Number in the name, written otherwise: ${one.lrNo}` }))
}

function whyNone({ numbers, isOfCamera }: NamedFile): string {
  if (isOfCamera) return 'Its name is that of a camera or messenger and holds no number: choose the LR'
  const shortest = numbers.filter(({ isCertain }) => isCertain).toSorted((a, b) => a.lrNo.length - b.lrNo.length)[0]
  return shortest
    ? `No LR of yours has the number ${shortest.lrNo}: choose the LR`
    : 'Its name says no LR: choose the LR'
}

async function codesOf(db: Knex, lrs: readonly Lr[]): Promise<ReadonlyMap<number, string>> {
  const rows: { id: number; code: string }[] = await db('transporter')
    .whereIn(
      'id',
      lrs.map(({ transporterId }) => transporterId),
    )
    .select('id', 'code')
  return new Map(rows.map(({ id, code }) => [id, code.toUpperCase()]))
}

/** The LRs that the person reads, the latest first. */
export const readable = (db: Knex, person: Person, narrow: (rows: Knex.QueryBuilder) => Knex.QueryBuilder) =>
  rowsOf(db, lr, rows => restrict(narrow(rows), db, lr, person, 'read').orderBy('lr.id', 'desc').limit(20)) as Promise<
    Lr[]
  >
