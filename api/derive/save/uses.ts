import type { Application } from '@feathersjs/koa'
import type { Knex } from 'knex'
import { labelOf } from '../../../resources/define/label.ts'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import { countUses, type RowUse, replaceRow } from '../../../resources/platform/commands/uses.ts'
import { resourceAt, resourceNamed } from '../../../resources/registry.ts'
import { today } from '../../platform/clock.ts'
import { conflict, forbidden, invalidField, notFound } from '../../platform/errors.ts'
import { type Bound, bind } from '../command/serve-commands.ts'
import { requireRight, restrict } from '../rights/conditions.ts'
import type { Person } from '../rights/person.ts'
import { decodeRow, type StoredRow } from '../row-codec.ts'
import type { ResourceService } from '../service.ts'
import type { Author } from './author.ts'
import type { Candidate } from './candidate.ts'
import { keyCodesOf } from './key-codes.ts'
import { referencesTo } from './references-to.ts'
import { saveChanges } from './save-changes.ts'

const MAX_MOVED = 1000

/** The references to a row by table, for people who may deactivate it; and that all refer to another, or none. */
export const useCommands = (app: Application): Bound[] => [
  bind(countUses, async ({ resource: path, rowId }, { trx, person }) => {
    const resource = masterAt(path)
    await findRowOf(trx, resource, rowId, person, 'deactivate')
    const found = await referencesTo(trx, resource, rowId)
    return { data: found.map(use => ({ ...use, label: labelFor(use) })) }
  }),
  bind(replaceRow, async ({ resource: path, rowId, to, deactivate, why }, { trx, person, ...by }) => {
    const author = { ...by.author, ...(why && { reason: why }) }
    const resource = masterAt(path)
    if (to === rowId) throw invalidField('to', 'TYPE', 'Choose a replacement row')
    await findRowOf(trx, resource, rowId, person, 'deactivate')
    await findRowOf(trx, resource, to, person, 'read')
    let moved = 0
    for (const use of await referencesTo(trx, resource, rowId))
      moved += await move(trx as Knex.Transaction, use, rowId, to, person, author)
    if (deactivate) {
      const service = app.service(`api/${resource.path}` as never) as unknown as ResourceService
      await service.remove(rowId, { person, author, transaction: { trx: trx as Knex.Transaction } })
    }
    return { moved }
  }),
]

function masterAt(path: string): Resource {
  const resource = resourceAt(path)
  if (resource?.kind !== 'master') throw notFound()
  return resource
}

/** Throws 404 unless the person may take the action on the row, because the counts include rows of other people. */
async function findRowOf(db: Knex, resource: Resource, id: number, person: Person, action: 'read' | 'deactivate') {
  const table = tableOf(resource)
  const row = await restrict(db(table).where(`${table}.id`, id), db, resource, person, action).first(`${table}.id`)
  if (!row) throw notFound()
}

/** Makes every row of one use refer to another row, with the person's rights and all checks; returns how many. */
async function move(
  trx: Knex.Transaction,
  use: Omit<RowUse, 'label'>,
  from: number,
  to: number,
  person: Person,
  author: Author,
) {
  const resource = resourceNamed(use.resource)
  const { sap, server } = resource.fields[use.field]!
  if (resource.kind !== 'master' || sap || server)
    throw conflict('IN_USE', `${use.title} (${use.count}) cannot be moved: close or change these first`, {
      uses: [use],
    })
  requireRight(person, resource, 'update')
  if (use.count >= MAX_MOVED)
    throw conflict(
      'IN_USE',
      `${use.title}: at most ${MAX_MOVED - 1} rows are moved at once; bring the others by a file`,
    )
  const table = tableOf(resource)
  const rows = trx(table).where(`${table}.${use.field}`, from).where(`${table}.isActive`, 1)
  if (resource.dated) rows.where(`${table}.validTo`, '>', today())
  const changeable: Record<string, unknown>[] = await restrict(rows, trx, resource, person, 'update').select(
    `${table}.*`,
  )
  if (changeable.length < use.count)
    throw forbidden(`${use.title}: ${use.count - changeable.length} of its rows may not be changed by you`)
  const before = changeable.map(row => decodeRow(resource, row) as StoredRow)
  await saveChanges(
    trx,
    resource,
    before,
    () => ({ [use.field]: to }),
    author,
    candidates => nameRows(trx, resource, use.title, candidates),
  )
  return changeable.length
}

/** Names the list and the row in every fault, because the person stands at another row of another list. */
async function nameRows(db: Knex, resource: Resource, title: string, candidates: readonly Candidate[]) {
  const wrong = candidates.filter(({ faults }) => faults.length > 0)
  const codes = await keyCodesOf(
    db,
    resource,
    wrong.map(({ before }) => before!),
  )
  for (const candidate of wrong)
    candidate.faults = candidate.faults.map(fault => ({
      ...fault,
      message: `${title}, row ${codes.get(candidate.before!)}: ${fault.message}`,
    }))
}

const labelFor = ({ resource, field }: Pick<RowUse, 'resource' | 'field'>) =>
  labelOf(field, resourceNamed(resource).fields[field]!)
