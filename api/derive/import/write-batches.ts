import type { Knex } from 'knex'
import { labelOf } from '../../../resources/define/label.ts'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import { actsOnAll, restrict } from '../rights/conditions.ts'
import type { StoredRow } from '../row-codec.ts'
import type { Candidate } from '../save/candidate.ts'
import { checkOwnRule, checkRows } from '../save/check.ts'
import { referringTitles } from '../save/referring-titles.ts'
import { nameOrKind, rowNames } from '../save/row-names.ts'
import { saveCandidates, updateRow } from '../save/write.ts'
import { saveUploadRows } from '../uploads/save-upload-rows.ts'
import { checkProposals, keepTogether } from './end-replaced.ts'
import type { ImportRow } from './import-row.ts'
import type { Judging, SaveContext } from './save-context.ts'

/** Writes the batches and hands the rows on as they are judged; returns how many were faulty only once written. */
export async function writeBatches(
  trx: Knex.Transaction,
  saving: SaveContext,
  batches: Iterable<ImportRow[]>,
  onJudged: (rows: ImportRow[]) => void = () => undefined,
): Promise<number> {
  const linked = new Map<ImportRow, StoredRow>()
  let late = 0
  for (const batch of batches) {
    if (saving.upload) late += await saveUploadRows(trx, saving.upload, saving, batch)
    else late += await writeBatch(trx, saving, batch, linked)
    onJudged(batch)
  }
  const unlinked = await linkRows(trx, saving, linked)
  onJudged([...linked.keys()])
  return late + unlinked
}

async function writeBatch(
  trx: Knex.Transaction,
  saving: SaveContext,
  batch: ImportRow[],
  linked: Map<ImportRow, StoredRow>,
) {
  const good = await judgeBatch(trx, saving, batch)
  const saved = await saveCandidates(trx, saving.resource, good, saving.author)
  for (const [index, row] of good.entries()) {
    row.entityId = saved[index]!.id
    if (row.links.size > 0) linked.set(row, saved[index]!)
  }
  return demandScope(trx, saving, good, row => row.entityId!)
}

/** Checks rows by every check of a save and refuses those that are wrong; returns the others that are to be written. */
export async function judgeBatch(db: Knex, saving: Judging, batch: ImportRow[]): Promise<ImportRow[]> {
  const existingRows = batch.filter(({ before }) => before)
  await demandScope(db, saving, existingRows, row => row.before!.id)
  // A row that is wrong already is checked with the others, so that its sender reads all that is wrong with it.
  const toCheck = batch.filter(row => !row.unchanged && !row.faults.some(({ code }) => code === 'OUT_OF_SCOPE'))
  // A row may be deactivated whatever else is wrong with it.
  const leaving = toCheck.filter(row => row.leaves && sound(row))
  const others = toCheck.filter(({ leaves }) => !leaves)
  await refuseUsed(db, saving, leaving)
  await checkOwnRule(db, saving.resource, leaving.filter(sound).map(outOfUse), saving.author)
  await checkRows(db, saving.resource, await checkProposals(db, saving, others), saving.author)
  keepTogether(batch)
  return toCheck.filter(row => sound(row) && !row.unchanged)
}

/** Asks only the rule of the resource about rows that are checked. */
export async function judgeByRule(db: Knex, { resource, author }: Judging, batch: ImportRow[]): Promise<void> {
  const toSave = batch.filter(row => sound(row) && !row.unchanged)
  for (const row of toSave) row.warnings = []
  const [leaving, others] = [true, false].map(one => toSave.filter(({ leaves }) => leaves === one))
  await checkOwnRule(db, resource, leaving!.map(outOfUse), author)
  await checkOwnRule(db, resource, others!, author)
  keepTogether(batch)
}

const sound = ({ faults }: ImportRow) => faults.length === 0

/** The row as the rule of its resource looks at it: whether it ends or is switched off, it is needed no more. */
const outOfUse = ({ row, before, faults }: ImportRow): Candidate => ({
  row: { ...row, isActive: false },
  before,
  faults,
})

/** Refuses rows that the person may not import; returns how many. */
async function demandScope(
  trx: Knex,
  { resource, person }: Judging,
  rows: ImportRow[],
  idOf: (row: ImportRow) => number,
) {
  if (rows.length === 0 || actsOnAll(resource, person, 'import')) return 0
  const table = tableOf(resource)
  const allowed = restrict(trx(table).whereIn(`${table}.id`, rows.map(idOf)), trx, resource, person, 'import')
  const within = new Set(((await allowed.select(`${table}.id`)) as { id: number }[]).map(({ id }) => id))
  const outside = rows.filter(row => !within.has(idOf(row)))
  for (const row of outside)
    row.refuse(resource.key[0] ?? '', 'OUT_OF_SCOPE', `This row of ${resource.title} lies outside what you may import`)
  return outside.length
}

/** Refuses to deactivate rows that others still use, and all rows if the person may not deactivate. */
async function refuseUsed(trx: Knex, { resource, person }: Judging, rows: ImportRow[]) {
  if (rows.length === 0) return
  const uses = await referringTitles(
    trx,
    resource,
    rows.map(({ before }) => before!.id),
  )
  const names = await rowNames(
    trx,
    resource,
    rows.flatMap(({ before }) => (uses.has(before!.id) ? before! : [])),
    person,
  )
  for (const row of rows) {
    const name = nameOrKind(names, resource, row.before!.id)
    const where = uses.get(row.before!.id)?.join(', ')
    if (!person.ability.can('deactivate', resource.path))
      row.refuse('', 'OUT_OF_SCOPE', `You may not deactivate rows of ${resource.title}`, 'action')
    else if (where && row.closing)
      row.refuse('', 'IN_USE', `${name} is not in the file, but still used by ${where}`, '')
    else if (where) row.refuse('', 'IN_USE', `${name} is still used by ${where}`, 'action')
  }
}

/** Sets references to rows of the same file once those are saved and have ids; returns how many rows failed. */
async function linkRows(
  trx: Knex.Transaction,
  { resource, author }: SaveContext,
  saved: Map<ImportRow, StoredRow>,
): Promise<number> {
  const rows = [...saved.keys()].filter(({ links }) => links.size > 0)
  if (rows.length === 0) return 0
  const ids = await idsOf(trx, resource, new Set(rows.flatMap(({ links }) => [...links.values()])))
  const linked = rows.map(row => {
    const before = saved.get(row)!
    const references = [...row.links].map(([name, code]): [string, number | undefined] => [name, ids.get(code)])
    for (const [name, code] of row.links) {
      const label = labelOf(name, resource.fields[name]!)
      if (!ids.has(code))
        row.refuse(name, 'UNKNOWN_REF', `${label} ${code.toUpperCase()} is a row of this file that is refused itself`)
    }
    const { rowNo } = row
    const candidate: Candidate = { row: { ...before, ...Object.fromEntries(references) }, before, faults: [], rowNo }
    return { row, candidate, names: references.map(([name]) => name) }
  })
  const sound = linked.filter(({ row }) => row.faults.length === 0)
  await checkRows(
    trx,
    resource,
    sound.map(({ candidate }) => candidate),
    author,
  )
  for (const { row, candidate, names } of sound) {
    row.faults.push(...candidate.faults)
    if (candidate.faults.length > 0) continue
    const changes = Object.fromEntries(names.map(name => [name, candidate.row[name]]))
    await updateRow(trx, resource, candidate.before!, changes, author)
  }
  return rows.filter(({ faults }) => faults.length > 0).length
}

async function idsOf(trx: Knex.Transaction, resource: Resource, codes: Set<string>): Promise<Map<string, number>> {
  const storedRows: { id: number; naturalKey: string }[] = await trx(tableOf(resource))
    .whereIn(
      'naturalKey',
      [...codes].map(code => code.replaceAll('|', '||')),
    )
    .select('id', 'naturalKey')
  return new Map(storedRows.map(({ id, naturalKey }) => [naturalKey.replaceAll('||', '|'), id]))
}
