import type { Knex } from 'knex'
import { can } from '../../../resources/capabilities.ts'
import type { BodyOf } from '../../../resources/define/command.ts'
import { gridOf } from '../../../resources/define/process/worklist.ts'
import { listAt } from '../../../resources/list-at.ts'
import type { addView, changeView, SavedView } from '../../../resources/platform/commands/views.ts'
import { type GridView, gridView } from '../../../resources/platform/grid-view.ts'
import { filtersMissing } from '../../../resources/platform/saved-query.ts'
import { leftOutOf, leftOutSentence } from '../../../resources/platform/view-fit.ts'
import type { ViewState } from '../../../resources/platform/view-layout.ts'
import { viewStateProblem } from '../../../resources/platform/view-state.ts'
import { conflict, forbidden, invalidField, notFound, refused } from '../../platform/errors.ts'
import { columnsReadBy, requireRight } from '../rights/conditions.ts'
import type { Person } from '../rights/person.ts'
import { decodeRow } from '../row-codec.ts'
import type { Author } from '../save/author.ts'
import { insertRows, staleRowError, updateRow } from '../save/write.ts'
import { addressesFor } from './shared-filters.ts'

type ViewValues = Pick<GridView, 'grid' | 'name' | 'scope' | 'roleId' | 'isDefault' | 'state'>

const MAX_VIEWS = 50

/** Saves a named view of a list. Everyone manages their own; administrators manage those of a role or of everyone. */
export async function saveView(
  trx: Knex,
  view: BodyOf<typeof addView>,
  person: Person,
  author: Author,
): Promise<SavedView> {
  const values = await valuesOf(trx, view, person)
  const existing = await trx('grid_view').where({ userId: person.id, grid: values.grid }).whereNot('name', '')
  if (existing.length >= MAX_VIEWS)
    throw refused([
      { field: 'name', code: 'TOO_MANY', message: `Keep at most ${MAX_VIEWS} views a list: delete one first` },
    ])
  await nameIsFree(trx, values, person.id)
  await onlyDefault(trx, values, person.id)
  const [inserted] = await insertRows(trx, gridView, [{ ...values, userId: person.id }], author)
  return shownView(trx, inserted!.id, person)
}

/** Changes what is given of a named view. */
export async function editView(
  trx: Knex,
  { id, rowVersion, ...viewChanges }: BodyOf<typeof changeView>,
  person: Person,
  author: Author,
): Promise<SavedView> {
  const before = await changeableView(trx, id, person)
  if (rowVersion !== before.rowVersion) throw await staleRowError(trx, gridView, before.id)
  const role = before.roleId === null ? null : (await trx('role').where('id', before.roleId).first('code')).code
  const changes = Object.fromEntries(Object.entries(viewChanges).filter(([, value]) => value !== null))
  const view = { ...before, state: before.state as ViewState, role, ...changes, grid: before.grid }
  const values = await valuesOf(trx, view, person)
  await nameIsFree(trx, values, before.userId, before.id)
  await onlyDefault(trx, values, before.userId, before.id)
  await updateRow(trx, gridView, before, values, author)
  return shownView(trx, before.id, person)
}

/** Deletes a named view that the person may change. */
export async function dropView(trx: Knex, id: number, person: Person): Promise<{ id: number }> {
  const before = await changeableView(trx, id, person)
  await trx('grid_view').where('id', before.id).delete()
  return { id: before.id }
}

/** The named views that the person may choose: own, of their roles and of everyone; administrators get all shared. */
export async function readViews(db: Knex, person: Person, id?: number): Promise<SavedView[]> {
  const rows = db('grid_view')
    .join('user', 'user.id', 'grid_view.userId')
    .leftJoin('role', 'role.id', 'grid_view.roleId')
    .whereNot('grid_view.name', '')
    .where(visible => {
      visible.where('grid_view.userId', person.id).orWhere('scope', 'ALL')
      if (can(person, 'shareViews')) visible.orWhere('scope', 'ROLE')
      else visible.orWhere(ofRole => ofRole.where('scope', 'ROLE').whereIn('role.code', person.roles))
    })
    .orderBy('grid_view.name')
    .orderBy('grid_view.id')
    .limit(1000)
    .select('grid_view.*', 'user.name as owner', 'role.code as role')
  if (id !== undefined) rows.where('grid_view.id', id)
  const opens = (grid: string) => {
    const list = listAt(grid)
    return list !== undefined && person.ability.can('read', list.path)
  }
  const openRows = (await rows).filter((row: GridView) => opens(row.grid))
  const views = openRows.map((row: GridView & Pick<SavedView, 'owner' | 'role'>) => {
    const { owner, role } = row
    const { grid, name, scope, isDefault, state, userId, rowVersion } = decodeRow(gridView, { ...row })
    const mine = userId === person.id || (scope !== 'ME' && can(person, 'shareViews'))
    const own = userId === person.id
    return { own, id: row.id, rowVersion, grid, name, scope, role, isDefault, state: state as ViewState, mine, owner }
  })
  const filters = views
    .filter(({ own }) => !own)
    .map(({ grid, state }) => ({ list: listAt(grid), address: state.query }))
  const shared = await addressesFor(db, person, filters)
  return views.map(({ own, ...view }) => (own ? { ...view, leftOut: null } : asShared(view, shared.shift()!, person)))
}

/** A view as somebody else has it, which says how much of it is not for them. */
function asShared(view: Omit<SavedView, 'leftOut'>, query: string, person: Person): SavedView {
  const list = listAt(view.grid)!
  const readable = new Set(columnsReadBy(person, list))
  const { columns } = leftOutOf(list, view.state, name => readable.has(name))
  const leftOut = leftOutSentence(columns.length, filtersMissing(list, view.state.query, query))
  return { ...view, state: { ...view.state, query }, leftOut }
}

const shownView = async (trx: Knex, id: number, person: Person) => (await readViews(trx, person, id))[0]!

/** A view that the person may change. Throws 404 for one they do not see, 403 for one they may not change. */
async function changeableView(trx: Knex, id: number, person: Person): Promise<GridView> {
  const [view] = await readViews(trx, person, id)
  if (!view) throw notFound()
  if (!view.mine) throw forbidden(`“${view.name}” is kept by ${view.owner}: save it under a new name`)
  return decodeRow(gridView, await trx('grid_view').where('id', view.id).first())
}

/** A view as it is kept. Throws 400 for a state that names an unknown column, 403 where the person may not share it. */
async function valuesOf(
  trx: Knex,
  { grid, name, scope, isDefault, role, state }: Omit<BodyOf<typeof addView>, 'id'>,
  person: Person,
): Promise<ViewValues> {
  const resource = listAt(grid)
  if (!resource) throw invalidField('grid', 'ENUM', 'grid must be the path of a list, such as masters/transporter')
  requireRight(person, resource, 'read')
  if (scope !== 'ME' && !can(person, 'shareViews'))
    throw forbidden(
      'Only IT administrators and the master data desk share views with a role or everyone: save it for yourself',
    )
  const roleId = scope === 'ROLE' ? await idOfRole(trx, role) : null
  const problem = viewStateProblem(resource, state)
  if (problem) throw invalidField('state', 'STATE', problem)
  return { grid: gridOf(resource), name, scope, roleId, isDefault, state }
}

async function idOfRole(trx: Knex, code: string | null): Promise<number> {
  const role = code === null ? undefined : await trx('role').where({ code }).first('id')
  if (!role) throw invalidField('role', 'REQUIRED', 'Role must be the code of a role, such as SALES_REP')
  return role.id
}

async function nameIsFree(trx: Knex, { grid, name }: ViewValues, userId: number, id = 0) {
  const taken: { name: string }[] = await trx('grid_view').where({ userId, grid }).whereNot('id', id).select('name')
  if (taken.some(other => other.name.toLowerCase() === name.toLowerCase()))
    throw conflict('DUPLICATE_KEY', `There is a view “${name}” of this list already: choose another name`, {}, 'name')
}

/** Only one view opens first for a person, for a role and for everyone: clears the flag of the previous one. */
async function onlyDefault(trx: Knex, { grid, scope, roleId, isDefault }: ViewValues, userId: number, id = 0) {
  if (!isDefault) return
  const others = trx('grid_view').where({ grid, scope, isDefault: 1 }).whereNot('id', id)
  if (scope === 'ME') others.where({ userId })
  if (scope === 'ROLE') others.where({ roleId })
  await others.update({ isDefault: 0 })
}
