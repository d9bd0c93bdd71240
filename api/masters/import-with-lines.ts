import type { Knex } from 'knex'
import { labelOf } from '../../resources/define/label.ts'
import { tableOf } from '../../resources/define/resource.ts'
import { withDefaults } from '../../resources/define/validate.ts'
import { type MasterWithLines, masterWithLines } from '../../resources/masters/master-with-lines.ts'
import type { ImportRow } from '../derive/import/import-row.ts'
import { decodeRow, type StoredRow } from '../derive/row-codec.ts'
import type { Candidate } from '../derive/save/candidate.ts'
import { checkRows } from '../derive/save/check.ts'
import { changesIn, insertRows, updateRow } from '../derive/save/write.ts'
import type { UploadContext } from '../derive/uploads/upload.ts'
import { refreshContract } from './rate-contract-totals.ts'
import { checkLines, type EnteredLine, linesOf, saveLines } from './save-lines.ts'

/** Saves files in which each row is a line and repeats its header. Only drafts change. */
export const importWithLines =
  (name: string, fields: readonly string[]) =>
  async (trx: Knex.Transaction, rows: ImportRow[], { author }: UploadContext): Promise<void> => {
    const of = masterWithLines(name)
    const key = of.header.key[0]!
    const headerFields = fields.filter(field => field in of.header.fields)
    for (const group of Map.groupBy(rows, ({ row }) => String(row[key]).toLowerCase()).values()) {
      refuseOtherHeaders(group, headerFields, of)
      const draft = await draftOf(trx, of, group)
      if (draft === undefined) continue
      const header = await headerFrom(trx, of, group, headerFields, draft, author)
      await checkImportedLines(trx, group, header.row)
      if (group.some(({ faults }) => faults.length > 0)) continue
      await saveGroup(trx, of, group, header, author)
    }
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

/**
 * The draft of this number, null where there is none yet; undefined where it is no draft any more, which is a fault.
 */
async function draftOf(
  trx: Knex,
  { header }: MasterWithLines,
  group: ImportRow[],
): Promise<StoredRow | null | undefined> {
  const key = header.key[0]!
  const existing = await trx(tableOf(header))
    .where({ [key]: group[0]!.row[key] as string, isActive: 1 })
    .orderBy('validFrom', 'desc')
    .first()
  if (!existing || existing.status === 'DRAFT') return existing ? (decodeRow(header, existing) as StoredRow) : null
  const message = `${existing[key]} is no draft any more: its lines are fixed`
  for (const row of group) row.refuse(key, 'NOT_ALLOWED_STATE', message)
  return undefined
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
export async function checkImportedLines(trx: Knex, group: ImportRow[], header: Record<string, unknown>) {
  if (group.length === 0) return
  const faults = await checkLines(trx, header, group.map(lineOf))
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
