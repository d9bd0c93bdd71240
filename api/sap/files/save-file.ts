import type { Knex } from 'knex'
import type { ImportRow } from '../../derive/import/import-row.ts'
import type { StoredRow } from '../../derive/row-codec.ts'
import type { Upload, UploadContext } from '../../derive/uploads/upload.ts'
import { landscapeFields, type SapFields } from '../http/fields.ts'
import type { SapRow } from '../http/odata.ts'
import { identities } from '../identity/entity-sets.ts'
import { RUPEES } from '../identity/money.ts'
import { rememberRows } from '../reading/known-rows.ts'
import type { SapRowError } from '../reading/pull.ts'
import type { SapItem, SavedRows } from '../reading/row-pull.ts'
import { asSender } from '../sap-author.ts'
import { wireValue } from './cells.ts'
import type { SapFile } from './sap-file.ts'

/** The upload of a file of SAP: rows of one item are taken over together, by every rule of a reading. */
export const sapUpload = (file: SapFile): Omit<Upload, 'subject'> => ({
  sheet: file.sheet.sheet,
  groupBy: () => ({ fields: file.sheet.together, name: 'row of SAP' }),
  save: (trx, rows, saving) => asSender(saving.author, () => saveFileRows(trx, file, rows, saving)),
})

/** A row of a file, and as SAP's services would give it. */
interface ReadRow {
  row: ImportRow
  wire: SapRow
}

async function saveFileRows(trx: Knex.Transaction, file: SapFile, rows: ImportRow[], { columns }: UploadContext) {
  const fields = await landscapeFields(trx)
  const given = new Set(columns)
  const read = rows.map(row => ({ row, wire: wireRow(file, row, given) }))
  const byItem = Map.groupBy(read, ({ wire }) => file.keyOf(wire))
  for (const [key, group] of byItem) if (group.some(isWrong)) byItem.delete(key)
  const { items, unreadable } = await file.read(
    [...byItem.values()].flat().map(({ wire }) => wire),
    // Who sends a file means the plants that it names: one that is not known is told.
    { ...fields, plants: [] },
  )
  for (const { number, code, message } of unreadable) refuse(file, byItem, number, code, message)
  const sound = items.filter(({ key }) => byItem.has(key) && !byItem.get(key)!.some(isWrong))
  const groups = Map.groupBy(sound, ({ key }) => byItem.get(key)![0]!.row.periodKey)
  const settle = (of: readonly SapItem[], outcome: Outcome | Refusal[]) => {
    if (typeof outcome !== 'string')
      for (const { about, code, message } of outcome) refuse(file, byItem, about, code, message)
    else for (const { row } of of.flatMap(({ key }) => byItem.get(key)!)) judge(row, outcome)
  }
  await saveGroups(trx, file, [...groups.values()], fields, settle)
  const taken = new Set(items.map(({ key }) => key))
  for (const [key, group] of byItem)
    if (!taken.has(key) && !group.some(isWrong)) for (const { row } of group) leaveOut(row)
}

const isWrong = ({ row }: ReadRow) => row.faults.length > 0

/** The columns of files with the currency of an amount. */
const currencyColumns = new Set([...identities.flatMap(({ currency }) => currency ?? []), 'ConditionCurrency'])

/** A table of SAP shifts the decimals of amounts by their currency: what a file says in another one is not certain. */
const notInRupees = (name: string, currency: string) =>
  `${name} is ${currency}: a file of SAP may shift the decimals of such an amount. Send amounts in ${RUPEES} only`

/** The row as SAP's services give it; a cell that cannot be read refuses it. */
function wireRow({ sheet: { columns } }: SapFile, row: ImportRow, givenNames: ReadonlySet<string | null>): SapRow {
  const wire: SapRow = {}
  for (const [name, { kind }] of Object.entries(columns)) {
    if (!givenNames.has(name)) continue
    try {
      wire[name] = wireValue(kind, row.row[name] as string | null)
      const currency = currencyColumns.has(name) ? String(wire[name] ?? '').trim() : ''
      if (currency !== '' && currency !== RUPEES) row.refuse(name, 'FOREIGN_CURRENCY', notInRupees(name, currency))
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      row.refuse(name, 'FORMAT', `${name} ${error.message}`)
    }
  }
  return wire
}

/** Refuses the row of an item that an error names, or the first of its rows. */
function refuse(
  { partOf }: SapFile,
  byItem: ReadonlyMap<string, readonly ReadRow[]>,
  about: string,
  code: string,
  message: string,
) {
  const key = byItem.has(about) ? about : about.slice(0, Math.max(0, about.lastIndexOf('/')))
  const group = byItem.get(key)
  const named = group?.find(({ wire }) => `${key}/${partOf?.(wire) ?? ''}` === about) ?? group?.[0]
  named?.row.refuse('', code, message)
}

function judge(row: ImportRow, outcome: Outcome) {
  if (outcome === 'created') return
  row.before = { ...row.row } as StoredRow
  row.unchanged = outcome === 'same'
}

/** What SAP keeps for other purposes, such as a customer's own price, or what lowers another row, is no error. */
function leaveOut(row: ImportRow) {
  judge(row, 'same')
  row.warnings.push({
    field: '',
    code: 'SKIPPED',
    message: 'This row is not saved separately here: it is not relevant, or is part of another',
  })
}

type Outcome = 'created' | 'updated' | 'same'
interface Refusal {
  /** The key of an item, or of a part of it. */
  about: string
  code: string
  message: string
}

/** No digest looks like this: the next reading compares the row again. */
const UNREAD = '-'

/**
 * Saves groups of items and reports the outcome of each. Those with the same outcome are saved together; else halves are
 * tried, until a group that is refused stands alone and is undone as a whole.
 */
async function saveGroups(
  trx: Knex.Transaction,
  file: SapFile,
  groups: readonly (readonly SapItem[])[],
  fields: SapFields,
  report: (items: readonly SapItem[], outcome: Outcome | Refusal[]) => void,
): Promise<void> {
  const items = groups.flat()
  if (items.length === 0) return
  const refused: Refusal[] = []
  const note = (key: string, { code, message, part }: SapRowError) =>
    void refused.push({ about: part === null || key.endsWith(`/${part}`) ? key : `${key}/${part}`, code, message })
  await trx.raw('savepoint sap_file')
  const saved = await file.save(trx, items, { isFull: true, fields, refuse: note })
  const outcome = groups.length === 1 ? outcomeOfOne(saved) : outcomeOf(items.length, saved)
  if (refused.length > 0 || outcome === null) {
    await trx.raw('rollback to savepoint sap_file')
    await trx.raw('release savepoint sap_file')
    if (groups.length === 1) return report(items, refused)
    const middle = groups.length >> 1
    await saveGroups(trx, file, groups.slice(0, middle), fields, report)
    return saveGroups(trx, file, groups.slice(middle), fields, report)
  }
  await trx.raw('release savepoint sap_file')
  await rememberRows(
    trx,
    file.sheet.object,
    items.map(item => ({ sapKey: item.key, digest: UNREAD, isEnded: file.ends(item) })),
  )
  report(items, outcome)
}

const outcomeOfOne = ({ created, updated }: SavedRows): Outcome =>
  updated > 0 ? 'updated' : created > 0 ? 'created' : 'same'

/** The outcome that all of them share; null where they differ. */
function outcomeOf(items: number, { created, updated }: SavedRows): Outcome | null {
  if (created + updated === 0) return 'same'
  if (created === items && updated === 0) return 'created'
  return updated === items && created === 0 ? 'updated' : null
}
