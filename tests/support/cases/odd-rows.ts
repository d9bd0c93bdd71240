import type { Knex } from 'knex'
import type { StoredRow } from '../../../api/derive/row-codec.ts'
import { systemAuthor } from '../../../api/derive/save/author.ts'
import type { Candidate } from '../../../api/derive/save/candidate.ts'
import { checkRows } from '../../../api/derive/save/check.ts'
import { insertRows } from '../../../api/derive/save/write.ts'
import type { Field } from '../../../resources/define/fields.ts'
import { type Resource, tableOf, uniqueKeyOf } from '../../../resources/define/resource.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { clean, problemWith, withDefaults, withoutInapplicable } from '../../../resources/define/validate.ts'
import { exampleInput } from '../example-rows.ts'

/** Texts that a spreadsheet or a reader of files may take for something else. */
const ODD_TEXTS = [
  'Rao, "Sons" & Co',
  '007',
  '=1+1',
  '-5',
  "'+91",
  'A B',
  'TRUE',
  '12-05-2026',
  '1E5',
  '50 %',
  'null',
  'No',
]

/** Rows of a list that files break on, each as its own rules accept it: odd texts, ends of ranges, inactive, ended. */
export async function oddRows(db: Knex, resource: Resource, known: Map<string, StoredRow[]>): Promise<StoredRow[]> {
  const made: StoredRow[] = []
  for (let n = 0; n < ODD_TEXTS.length / 2; n++) {
    const row = await oddRow(db, resource, n * 2, known)
    if (row) made.push(row)
  }
  known.set(resource.name, made)
  const off = await oddRow(db, resource, 1, known)
  if (off) await db(tableOf(resource)).where('id', off.id).update({ isActive: 0 })
  if (resource.dated && made[0]) {
    const entered = Object.entries(made[0]).filter(([name]) => name in resource.fields)
    const ended = { ...Object.fromEntries(entered), validFrom: '2024-01-01', validTo: '2024-12-31' }
    await insertRows(db, resource, [ended], systemAuthor('test'))
  }
  return made
}

async function oddRow(
  db: Knex,
  resource: Resource,
  n: number,
  known: Map<string, StoredRow[]>,
): Promise<StoredRow | undefined> {
  const plain = await exampleInput(db, resource)
  let odd: RowValues = {}
  for (const [name, field] of Object.entries(resource.fields)) {
    if (field.server || field.secret) continue
    const value = oddValue(resource, name, field, n, known)
    if (value !== undefined && !problemWith(field, value)) odd[name] = value
  }
  for (;;) {
    const row = withoutInapplicable(resource, withDefaults(resource, clean(resource, { ...plain, ...odd })))
    const candidate: Candidate = { row, before: undefined, faults: [] }
    await checkRows(db, resource, [candidate], systemAuthor('test'))
    if (candidate.faults.length === 0) return (await insertRows(db, resource, [row], systemAuthor('test')))[0]
    const wrong = new Set(candidate.faults.map(({ field }) => field))
    const kept = Object.fromEntries(Object.entries(odd).filter(([name]) => !wrong.has(name)))
    if (Object.keys(odd).length === 0) return undefined
    odd = Object.keys(kept).length < Object.keys(odd).length ? kept : {}
  }
}

function oddValue(resource: Resource, name: string, field: Field, n: number, known: Map<string, StoredRow[]>): unknown {
  const { kind, format, max, min, long, scale = 0, to, options } = field
  const isKey = uniqueKeyOf(resource).includes(name) || field.unique
  if (kind === 'text' && !format && !isKey)
    return `${ODD_TEXTS[(n + name.length) % ODD_TEXTS.length]}${long ? '\nsecond "line", the last' : ''}`.slice(0, max)
  if (kind === 'text' && isKey) return `${ODD_TEXTS[n]} ${n}`.slice(0, max)
  if (kind === 'number' && !isKey) return Math.round((min ?? -1) * 10 ** scale) + (n % 3)
  if (kind === 'flag') return n % 2 === 0
  if (kind === 'list') return [...options!].reverse()
  if (kind === 'reference') return known.get(to === 'self' ? resource.name : to!)?.[n % 3]?.id
  return undefined
}
