import type { Knex } from 'knex'
import { tableOf } from '../../resources/define/resource.ts'
import type { Fault } from '../../resources/define/validate.ts'
import { type MasterWithLines, MOST_LINES } from '../../resources/masters/master-with-lines.ts'
import { products } from '../../resources/masters/products.ts'
import { unusedContractLine } from '../../resources/masters/rate-contract-line.ts'
import type { StoredRow } from '../derive/row-codec.ts'
import { rowsOf } from '../derive/rows-of.ts'
import type { Author } from '../derive/save/author.ts'
import { insteadOf } from '../derive/save/check.ts'
import { bodyObject, readBody } from '../derive/save/read-body.ts'
import { changesIn, insertRows, updateRow } from '../derive/save/write.ts'
import { refused } from '../platform/errors.ts'

/** A line as it was sent, with its number; a new line has none yet. */
export interface EnteredLine {
  lineNo: number | null
  values: Record<string, unknown>
}

/**
 * Reads the lines of a header as a client sends them. Adds a fault for everything that is wrong, as `lines[3].rate`; what
 * it returns counts only when there are none.
 */
export function readLines(
  { lines: resource, enteredFields: enteredNames }: MasterWithLines,
  sentLines: unknown,
  faults: Fault[],
): EnteredLine[] {
  if (!Array.isArray(sentLines) || sentLines.length > MOST_LINES) {
    faults.push({ field: 'lines', code: 'TYPE', message: `lines must be a list of at most ${MOST_LINES} lines` })
    return []
  }
  return sentLines.map((line, index) => {
    const at = `lines[${index}]`
    const { lineNo = null, ...values } = bodyObject(line, at, at)
    if (lineNo !== null && (!Number.isSafeInteger(lineNo) || (lineNo as number) < 1))
      faults.push({ field: `${at}.lineNo`, code: 'TYPE', message: 'Line must be the number of a line of this row' })
    return {
      lineNo: lineNo as number | null,
      values: readBody(resource, enteredNames as never[], values, faults, `${at}.`) as Record<string, unknown>,
    }
  })
}

/** Checks the lines against other rows: every product once, known, active, and of the SBU of the header. */
export async function checkLines(
  db: Knex,
  header: Record<string, unknown>,
  lines: readonly EnteredLine[],
  author: Pick<Author, 'id'>,
): Promise<Fault[]> {
  const ids = [...new Set(lines.map(({ values }) => values.productId as number))]
  const productsById = new Map((await rowsOf(db, products, rows => rows.whereIn('id', ids))).map(row => [row.id, row]))
  const inactive = [...productsById.values()].flatMap(({ id, isActive }) => (isActive ? [] : id))
  const instead = await insteadOf(db, products, inactive, author)
  const seen = new Set<unknown>()
  return lines.flatMap(({ values: { productId } }, index) => {
    const wrong = (code: string, message: string) => [{ field: `lines[${index}].productId`, code, message }]
    const product = productsById.get(productId as number)
    if (!product) return wrong('UNKNOWN_REF', 'Product: this product does not exist, choose one from the list')
    if (!product.isActive) {
      const other = instead.get(product.id) ? `${instead.get(product.id)} instead` : 'another one'
      return wrong('INACTIVE_REF', `Product: ${product.code} ${product.name} is inactive, choose ${other}`)
    }
    if (product.sbuId !== header.sbuId) return wrong('RULE', `Product ${product.code} belongs to another SBU`)
    if (seen.has(productId)) return wrong('DUPLICATE_LINE', `Product ${product.code} is already on an earlier line`)
    seen.add(productId)
    return []
  })
}

/** The stored lines of a header, in their order. */
export const linesOf = ({ lines, parent }: MasterWithLines, db: Knex, id: number): Promise<StoredRow[]> =>
  rowsOf(db, lines, rows => rows.where(parent, id).orderBy('lineNo'))

/** Throws 422 with this sentence for a header that has no lines yet. */
export async function requireLines({ lines, parent }: MasterWithLines, trx: Knex, id: number, message: string) {
  const first = await trx(tableOf(lines)).where(parent, id).first('id')
  if (!first) throw refused([{ field: 'lines', code: 'NOT_ALLOWED_STATE', message }])
}

/** Writes the lines of a header: known numbers change, others are added, at the end without one, missing ones go. */
export async function saveLines(
  trx: Knex,
  of: MasterWithLines,
  header: StoredRow,
  lineInputs: readonly EnteredLine[],
  author: Author,
) {
  const { lines: resource, parent } = of
  const before = new Map((await linesOf(of, trx, header.id)).map(line => [line.lineNo as number, line]))
  const remainingNos = new Set(
    lineInputs.flatMap(({ lineNo }) => (lineNo !== null && before.has(lineNo) ? [lineNo] : [])),
  )
  const gone = [...before.values()].filter(line => !remainingNos.has(line.lineNo as number)).map(({ id }) => id)
  if (gone.length > 0) await trx(tableOf(resource)).whereIn('id', gone).delete()
  const units = await unitsOf(trx, lineInputs)
  let next = Math.max(0, ...before.keys())
  const taken = new Set<number>()
  for (const { lineNo, values } of lineInputs) {
    const unit = 'uom' in resource.fields ? { uom: units.get(values.productId as number) } : {}
    const row = { ...values, ...unit, customerId: header.customerId }
    const existing = lineNo === null || taken.has(lineNo) ? undefined : before.get(lineNo)
    if (!existing) {
      const number =
        lineNo !== null && !before.has(lineNo) && !taken.has(lineNo) ? lineNo : (Math.floor(next / 10) + 1) * 10
      next = Math.max(next, number)
      taken.add(number)
      const fresh = 'consumedQty' in resource.fields ? { priceUnit: 1, ...unusedContractLine } : {}
      await insertRows(trx, resource, [{ ...row, ...fresh, [parent]: header.id, lineNo: number }], author)
      continue
    }
    taken.add(existing.lineNo as number)
    const changes = changesIn(existing, row)
    if (Object.keys(changes).length > 0) await updateRow(trx, resource, existing, changes, author)
  }
}

async function unitsOf(db: Knex, lineInputs: readonly EnteredLine[]): Promise<Map<number, string>> {
  const ids = lineInputs.map(({ values }) => values.productId as number)
  const rows: { id: number; uom: string }[] = await db('products').whereIn('id', ids).select('id', 'uom')
  return new Map(rows.map(({ id, uom }) => [id, uom]))
}
