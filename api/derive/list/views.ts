import type { Knex } from 'knex'
import { can } from '../../../resources/capabilities.ts'
import { gridOf } from '../../../resources/define/worklist.ts'
import { listAt } from '../../../resources/list-at.ts'
import { type GridView, gridView, type SavedView } from '../../../resources/platform/grid-view.ts'
import { type ViewState, viewStateProblem } from '../../../resources/platform/view-state.ts'
import { conflict, forbidden, invalidField, notFound, refused } from '../../platform/errors.ts'
import { transact } from '../../platform/transact.ts'
import { requireRight } from '../rights/conditions.ts'
import type { Person } from '../rights/person.ts'
import { requireAuthor, requirePerson } from '../rights/require-person.ts'
import { decodeRow } from '../row-codec.ts'
import { insertRows, staleRowError, updateRow } from '../save/write.ts'
import type { Call } from '../service.ts'
import { readId } from './query.ts'
import { addressesFor } from './shared-filters.ts'

type Body = Record<string, unknown>
type ViewValues = Pick<GridView, 'grid' | 'name' | 'scope' | 'roleId' | 'isDefault' | 'state'>

const MAX_VIEWS = 50

/**
 * `/api/views`: named views of grids. Everyone manages their own; administrators manage those of a role or of everyone.
 * Throws 400 for a state that names an unknown column.
 */
export function viewService(db: Knex) {
  return {
    async find(call: Call) {
      return readViews(db, requirePerson(call))
    },

    async create(body: Body, call: Call) {
      const person = requirePerson(call)
      const author = requireAuthor(call)
      return transact(db, async trx => {
        const values = await readValues(trx, body, person)
        const existing = await trx('grid_view').where({ userId: person.id, grid: values.grid }).whereNot('name', '')
        if (existing.length >= MAX_VIEWS)
          throw refused([
            { field: 'name', code: 'TOO_MANY', message: `Keep at most ${MAX_VIEWS} views a list: delete one first` },
          ])
        await nameIsFree(trx, values, person.id)
        await onlyDefault(trx, values, person.id)
        const [inserted] = await insertRows(trx, gridView, [{ ...values, userId: person.id }], author)
        return shownView(trx, inserted!.id, person)
      })
    },

    async patch(id: unknown, body: Body, call: Call) {
      const person = requirePerson(call)
      const author = requireAuthor(call)
      return transact(db, async trx => {
        const before = await changeableView(trx, id, person)
        const { rowVersion, ...changes } = body
        if (rowVersion !== before.rowVersion) throw await staleRowError(trx, gridView, before.id)
        const role = before.roleId && (await trx('role').where('id', before.roleId).first('code'))?.code
        const values = await readValues(trx, { ...before, role, ...changes, grid: before.grid }, person)
        await nameIsFree(trx, values, before.userId, before.id)
        await onlyDefault(trx, values, before.userId, before.id)
        await updateRow(trx, gridView, before, values, author)
        return shownView(trx, before.id, person)
      })
    },

    async remove(id: unknown, call: Call) {
      const person = requirePerson(call)
      return transact(db, async trx => {
        const before = await changeableView(trx, id, person)
        await trx('grid_view').where('id', before.id).delete()
        return { id: before.id }
      })
    },
  }
}

/**
 * Returns the named views the person may choose: their own, those of their roles and of everyone; administrators get
 * all shared ones.
 */
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
  const views = (await rows).map((row: GridView & { owner: string; role: string | null }) => {
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
  return views.map(({ own, ...view }) =>
    own ? view : { ...view, state: { ...view.state, query: shared.shift() ?? '' } },
  )
}

const shownView = async (trx: Knex, id: number, person: Person) => (await readViews(trx, person, id))[0]

/**
 * Returns a view that the person may change. Throws 404 for one they do not see, and 403 for one they see and may not
 * change.
 */
async function changeableView(trx: Knex, id: unknown, person: Person): Promise<GridView> {
  const viewId = readId(id)
  const view = viewId && (await readViews(trx, person, viewId))[0]
  if (!view) throw notFound()
  if (!view.mine) throw forbidden(`«${view.name}» is kept by ${view.owner}: save it under a new name`)
  return decodeRow(gridView, await trx('grid_view').where('id', view.id).first())
}

async function readValues(trx: Knex, body: Body, person: Person): Promise<ViewValues> {
  const { grid, scope = 'ME', isDefault = false } = body
  const resource = typeof grid === 'string' ? listAt(grid) : undefined
  if (!resource) throw invalidField('grid', 'ENUM', 'grid must be the path of a list, such as masters/transporter')
  requireRight(person, resource, 'read')
  const name = typeof body.name === 'string' ? body.name.trim() : ''
  if (!name || name.length > 60) throw invalidField('name', 'REQUIRED', 'Name the view, in at most 60 characters')
  if (scope !== 'ME' && scope !== 'ROLE' && scope !== 'ALL')
    throw invalidField('scope', 'ENUM', 'Visible to must be ME, ROLE or ALL')
  if (scope !== 'ME' && !can(person, 'shareViews'))
    throw forbidden(
      'Only IT administrators and the master data desk share views with a role or everyone: save it for yourself',
    )
  if (typeof isDefault !== 'boolean') throw invalidField('isDefault', 'TYPE', 'Opens first must be yes or no')
  const roleId = scope === 'ROLE' ? await roleOf(trx, body.role) : null
  const problem = viewStateProblem(resource, body.state)
  if (problem) throw invalidField('state', 'STATE', problem)
  return { grid: gridOf(resource), name, scope, roleId, isDefault, state: body.state as ViewState }
}

async function roleOf(trx: Knex, code: unknown): Promise<number> {
  const role = typeof code === 'string' ? await trx('role').where({ code }).first('id') : undefined
  if (!role) throw invalidField('role', 'REQUIRED', 'Role must be the code of a role, such as SALES_REP')
  return role.id
}

async function nameIsFree(trx: Knex, { grid, name }: ViewValues, userId: number, id = 0) {
  const taken: { name: string }[] = await trx('grid_view').where({ userId, grid }).whereNot('id', id).select('name')
  if (taken.some(other => other.name.toLowerCase() === name.toLowerCase()))
    throw conflict('DUPLICATE_KEY', `There is a view «${name}» of this list already: choose another name`, {}, 'name')
}

/** Only one view opens first for a person, for a role and for everyone: clears the flag of the previous one. */
async function onlyDefault(trx: Knex, { grid, scope, roleId, isDefault }: ViewValues, userId: number, id = 0) {
  if (!isDefault) return
  const others = trx('grid_view').where({ grid, scope, isDefault: 1 }).whereNot('id', id)
  if (scope === 'ME') others.where({ userId })
  if (scope === 'ROLE') others.where({ roleId })
  await others.update({ isDefault: 0 })
}
