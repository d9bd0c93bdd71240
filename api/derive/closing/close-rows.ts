import type { Knex } from 'knex'
import { addDays } from '../../../resources/define/dates.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { withDefaults } from '../../../resources/define/validate.ts'
import type { StoredRow } from '../row-codec.ts'
import { padValues, rowsOf } from '../rows-of.ts'
import type { Author } from '../save/author.ts'
import type { Candidate } from '../save/candidate.ts'
import { checkRows } from '../save/check.ts'
import { insertRows, updateEach } from '../save/write.ts'
import type { Use } from './used-by.ts'

const PART = 500

/** The day of a closing, who takes over a use, and what could not pass, a sentence each. */
export interface Deed {
  lastDay: string
  toOf: (use: string) => number | null
  emptied: (use: string) => readonly string[]
  author: Author
  problems: string[]
}

/** What happens the day after the last day: rows end, pass to whoever takes over, or name nobody. */
export async function closeUses(trx: Knex, uses: readonly Use[], deed: Deed): Promise<void> {
  for (const use of uses) {
    if (use.becomes === 'ENDS')
      await inParts(trx, use, rows => endRows(trx, use.resource, rows, deed.lastDay, deed.author))
    if (use.becomes === 'FREED') await inParts(trx, use, rows => freeRows(trx, use, rows, deed))
    if (use.becomes === 'PASSES' && deed.toOf(use.use) !== null)
      await inParts(trx, use, rows => passRows(trx, use, rows, deed))
  }
}

/** What happens once nothing is open: what belongs to the row ends with it, by `day` at the latest. */
export async function closeLastly(trx: Knex, uses: readonly Use[], day: string, author: Author): Promise<void> {
  for (const use of uses) {
    if (use.becomes !== 'LASTLY') continue
    await inParts(trx, use, rows =>
      use.resource.dated
        ? endRows(trx, use.resource, rows, day, author)
        : updateEach(
            trx,
            use.resource,
            rows.map(before => ({ before, asked: { isActive: false } })),
            author,
          ),
    )
  }
}

async function inParts(trx: Knex, { resource, ids }: Use, work: (rows: StoredRow[]) => Promise<unknown>) {
  for (let start = 0; start < ids.length; start += PART)
    await work(
      (await rowsOf(trx, resource, rows =>
        rows.whereIn('id', padValues(ids.slice(start, start + PART))),
      )) as StoredRow[],
    )
}

/** Rows that have begun by a day end on it; what would begin later is deactivated. */
async function endRows(trx: Knex, resource: Resource, rows: readonly StoredRow[], day: string, author: Author) {
  const changes = rows.map(before => ({
    before,
    asked: String(before.validFrom) > day ? { isActive: false } : String(before.validTo) > day ? { validTo: day } : {},
  }))
  await updateEach(
    trx,
    resource,
    changes.filter(({ asked }) => Object.keys(asked).length > 0),
    author,
  )
}

const freeRows = (trx: Knex, { resource, use, field }: Use, rows: readonly StoredRow[], deed: Deed) => {
  const nobody = Object.fromEntries([field, ...deed.emptied(use)].map(name => [name, null]))
  return updateEach(
    trx,
    resource,
    rows.map(before => ({ before, asked: nobody })),
    deed.author,
  )
}

/**
 * Rows name who takes over from the day after: dated ones that are keyed by it end and are succeeded, others are
 * changed. What its own rules refuse is told, and ends or is left.
 */
async function passRows(trx: Knex, use: Use, rows: readonly StoredRow[], deed: Deed) {
  const { resource, field } = use
  const to = deed.toOf(use.use)
  const follows = resource.dated && resource.key.includes(field)
  if (!follows) return changeRows(trx, use, rows, to, deed)
  const [begun, later] = [rows.filter(hasBegun(deed.lastDay)), rows.filter(row => !hasBegun(deed.lastDay)(row))]
  await changeRows(trx, use, later, to, deed)
  const going = begun.filter(({ validTo }) => String(validTo) > deed.lastDay)
  await endRows(trx, resource, going, deed.lastDay, deed.author)
  const next = going.map(
    (row): Candidate => ({
      row: withDefaults(resource, { ...entered(resource, row), [field]: to, validFrom: addDays(deed.lastDay, 1) }),
      before: undefined,
      faults: [],
    }),
  )
  const sound = await checked(trx, use, next, deed)
  await insertRows(
    trx,
    resource,
    sound.map(({ row }) => row as StoredRow),
    deed.author,
  )
}

async function changeRows(trx: Knex, use: Use, rows: readonly StoredRow[], to: number | null, deed: Deed) {
  const { resource, field } = use
  const candidates = rows.map((before): Candidate => ({ row: { ...before, [field]: to }, before, faults: [] }))
  const sound = resource.kind === 'record' ? candidates : await checked(trx, use, candidates, deed)
  await updateEach(
    trx,
    resource,
    sound.map(({ before }) => ({ before: before!, asked: { [field]: to } })),
    deed.author,
  )
  if (resource.kind === 'record' || resource.dated || sound.length === candidates.length) return
  const left = candidates.filter(candidate => !sound.includes(candidate)).map(({ before }) => before!)
  if (resource.key.includes(field))
    await updateEach(
      trx,
      resource,
      left.map(before => ({ before, asked: { isActive: false } })),
      deed.author,
    )
}

/** The rows that all rules let pass; of the others the first sentence is told. */
async function checked(trx: Knex, { resource }: Use, candidates: Candidate[], { author, problems }: Deed) {
  await checkRows(trx, resource, candidates, author)
  const refused = candidates.filter(({ faults }) => faults.length > 0)
  const sentences = new Set(refused.map(({ faults }) => `${resource.title}: ${faults[0]!.message}`))
  problems.push(...sentences)
  return candidates.filter(({ faults }) => faults.length === 0)
}

const hasBegun = (day: string) => (row: StoredRow) => String(row.validFrom) <= day
const entered = (resource: Resource, row: StoredRow) =>
  Object.fromEntries(
    Object.keys(resource.fields).flatMap(name => (resource.fields[name]!.server ? [] : [[name, row[name]]])),
  )
