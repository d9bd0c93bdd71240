import type { Knex } from 'knex'
import { labelOf } from '../../resources/define/label.ts'
import { type Resource, tableOf } from '../../resources/define/resource.ts'
import { withDefaults } from '../../resources/define/validate.ts'
import { type MasterWithLines, masterWithLines } from '../../resources/masters/master-with-lines.ts'
import type { ImportRow } from '../derive/import/import-row.ts'
import { decodeRow, type StoredRow } from '../derive/row-codec.ts'
import type { Candidate } from '../derive/save/candidate.ts'
import { checkRows } from '../derive/save/check.ts'
import { changesIn, insertRows, updateRow } from '../derive/save/write.ts'
import type { UploadContext, UploadLines } from '../derive/uploads/upload.ts'
import { refreshContract } from './rate-contract-totals.ts'
import { checkLines, type EnteredLine, linesOf, saveLines } from './save-lines.ts'

/** The lines that the rows of a file of this master are. */
export const linesIn = (name: string): UploadLines => {
  const { lines: resource, parent } = masterWithLines(name)
  return { resource, parent }
}

/** Saves files in which each row is a line and repeats its header. Only drafts change; what is there already stays. */
export const importWithLines =
  (name: string, fields: readonly string[]) =>
  async (trx: Knex.Transaction, rows: ImportRow[], { author }: UploadContext): Promise<void> => {
    const of = masterWithLines(name)
    const key = of.header.key[0]!
    const headerFields = fields.filter(field => field in of.header.fields)
    const lineFields = fields.filter(field => !(field in of.header.fields))
    for (const sameNumber of Map.groupBy(rows, ({ row }) => String(row[key]).toLowerCase()).values()) {
      const saved = await savedOf(trx, of.header, sameNumber[0]!.row[key])
      for (const [header, group] of Map.groupBy(sameNumber, row => versionOf(saved, row))) {
        if (header && (await isAllSame(trx, of, group, header, { headerFields, lineFields }))) continue
        refuseOtherHeaders(group, headerFields, of)
        if (!isChangeable(group, header, key, lineFields)) continue
        const changed = await headerFrom(trx, of, group, headerFields, header ?? null, author)
        await checkImportedLines(trx, group, changed.row, author)
        if (group.some(({ faults }) => faults.length > 0)) continue
        await saveGroup(trx, of, group, changed, author)
      }
    }
  }

/** The active rows of a number, the latest first. */
async function savedOf(trx: Knex, header: Resource, number: unknown): Promise<StoredRow[]> {
  const rows = { [header.key[0]!]: number as string, isActive: 1 }
  const saved = await trx(tableOf(header)).where(rows).orderBy('validFrom', 'desc')
  return saved.map(row => decodeRow(header, row) as StoredRow)
}

/** The saved row that a row of the file means: the one that begins on the same day, else the latest. */
const versionOf = (saved: readonly StoredRow[], { row }: ImportRow): StoredRow | undefined =>
  saved.find(({ validFrom }) => validFrom === row.validFrom) ?? saved[0]

interface Named {
  headerFields: readonly string[]
  lineFields: readonly string[]
}

/** Marks the rows that say what is saved already; returns whether all do. */
async function isAllSame(
  trx: Knex,
  of: MasterWithLines,
  group: ImportRow[],
  header: StoredRow,
  { headerFields, lineFields }: Named,
): Promise<boolean> {
  const saved = new Map((await linesOf(of, trx, header.id)).map(line => [line.lineNo as unknown, line]))
  const same = (names: readonly string[], stored: StoredRow, { row }: ImportRow) =>
    names.every(name => JSON.stringify(stored[name] ?? null) === JSON.stringify(row[name] ?? null))
  for (const one of group) {
    const line = saved.get(one.row.lineNo)
    const isLine = !isHeaderOnly(one, lineFields)
    one.before = isLine && !line ? undefined : { ...header, ...line }
    one.unchanged = same(headerFields, header, one) && (!isLine || (line !== undefined && same(lineFields, line, one)))
    one.entityId = one.unchanged ? (line?.id ?? header.id) : undefined
  }
  return group.every(({ unchanged }) => unchanged)
}

const isHeaderOnly = ({ row }: ImportRow, lineFields: readonly string[]) =>
  lineFields.every(name => (row[name] ?? null) === null)

/** Whether a group may be saved; refuses its changed rows where it is no draft, and those that name no line. */
function isChangeable(
  group: ImportRow[],
  header: StoredRow | undefined,
  key: string,
  lineFields: readonly string[],
): boolean {
  const isDraft = !header || header.status === 'DRAFT'
  for (const row of group)
    if (!isDraft && !row.unchanged)
      row.refuse(key, 'NOT_ALLOWED_STATE', `${header[key]} is no draft any more: its lines are fixed`)
    else if (isDraft && isHeaderOnly(row, lineFields)) row.refuse('lineNo', 'REQUIRED', 'Line is required')
  return isDraft && group.every(row => !isHeaderOnly(row, lineFields))
}

function refuseOtherHeaders([first, ...others]: ImportRow[], headerFields: readonly string[], of: MasterWithLines) {
  for (const row of others)
    for (const name of headerFields.filter(name => JSON.stringify(row.row[name]) !== JSON.stringify(first!.row[name])))
      row.refuse(
        name,
        'RULE',
        `${labelOf(name, of.header.fields[name]!)} differs from row ${first!.rowNo} of the same number`,
      )
}

async function headerFrom(
  trx: Knex,
  of: MasterWithLines,
  group: ImportRow[],
  headerFields: readonly string[],
  before: StoredRow | null,
  author: UploadContext['author'],
): Promise<Candidate> {
  const values = Object.fromEntries(headerFields.map(name => [name, group[0]!.row[name]]))
  const row = before ? { ...before, ...values } : withDefaults(of.header, values)
  const candidate: Candidate = { row, before: before ?? undefined, faults: [] }
  await checkRows(trx, of.header, [candidate], author)
  for (const { field, code, message } of candidate.faults) group[0]!.refuse(field, code, message)
  return candidate
}

/** Checks the lines of one header against other rows: their products, and the sales unit of these. */
export async function checkImportedLines(
  trx: Knex,
  group: ImportRow[],
  header: Record<string, unknown>,
  author: UploadContext['author'],
) {
  if (group.length === 0) return
  const faults = await checkLines(trx, header, group.map(lineOf), author)
  for (const { field, code, message } of faults)
    group[Number(/\d+/.exec(field)![0])]!.refuse('productId', code, message)
  if (!('uom' in group[0]!.row)) return
  const ids = group.map(({ row }) => row.productId as number)
  const units = new Map<number, string>(
    (await trx('products').whereIn('id', ids).select('id', 'uom')).map(({ id, uom }) => [id, uom]),
  )
  for (const row of group) {
    const unit = units.get(row.row.productId as number)
    if (unit && unit !== row.row.uom)
      row.refuse('uom', 'UOM_MISMATCH', `Unit ${row.row.uom} is not the unit of the product, which is sold in ${unit}`)
  }
}

const lineOf = ({ row }: ImportRow): EnteredLine => ({ lineNo: row.lineNo as number, values: row })

async function saveGroup(
  trx: Knex,
  of: MasterWithLines,
  group: ImportRow[],
  { row, before }: Candidate,
  author: UploadContext['author'],
) {
  const changes = before ? changesIn(before, row) : {}
  const isSame = before !== undefined && Object.keys(changes).length === 0
  const header = !before
    ? (await insertRows(trx, of.header, [row], author))[0]!
    : isSame
      ? before
      : await updateRow(trx, of.header, before, changes, author)
  const linesByNo = new Map((await linesOf(of, trx, header.id)).map(line => [line.lineNo as number, line]))
  for (const one of group) {
    const line = linesByNo.get(one.row.lineNo as number)
    if (!line) continue
    one.before = { ...header, ...line }
    one.unchanged =
      isSame && of.enteredFields.every(name => JSON.stringify(line[name]) === JSON.stringify(one.row[name] ?? null))
  }
  const inFile = new Set(group.map(({ row }) => row.lineNo))
  const others = [...linesByNo.values()].filter(({ lineNo }) => !inFile.has(lineNo))
  const pick = (values: Record<string, unknown>) =>
    Object.fromEntries(of.enteredFields.map(name => [name, values[name] ?? null]))
  const lines = [...others, ...group.map(({ row }) => row)]
  await saveLines(
    trx,
    of,
    header,
    lines.map(line => ({ lineNo: line.lineNo as number, values: pick(line) })),
    author,
  )
  if (of.header.name === 'rate-contract-customer') await refreshContract(trx, header.id)
  const ids = new Map((await linesOf(of, trx, header.id)).map(line => [line.lineNo, line.id]))
  for (const one of group) one.entityId = ids.get(one.row.lineNo)
}
