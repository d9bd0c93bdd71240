import type { Knex } from 'knex'
import { gridOf } from '../../../resources/define/worklist.ts'
import { listAt } from '../../../resources/list-at.ts'
import { gridView, type SavedLayouts } from '../../../resources/platform/grid-view.ts'
import {
  folded,
  isBranchName,
  isScreenAddress,
  marked,
  noScreens,
  type SavedScreens,
  TITLE_LENGTH,
  visited,
} from '../../../resources/platform/saved-screens.ts'
import { type ViewLayout, viewStateProblem } from '../../../resources/platform/view-state.ts'
import { now } from '../../platform/clock.ts'
import { fromDatabase, invalidField } from '../../platform/errors.ts'
import { transact } from '../../platform/transact.ts'
import { requireRight } from '../rights/conditions.ts'
import type { Person } from '../rights/person.ts'
import { requirePerson } from '../rights/require-person.ts'
import { decodeRow } from '../row-codec.ts'
import type { Call } from '../service.ts'
import { readViews } from './views.ts'

type Body = Record<string, unknown>

/** The name under which settings for all grids of a person are stored. */
const EVERY_GRID = '*'
/** And their favourite and latest screens. */
const SCREENS = '*screens'

/**
 * `GET /api/layouts`: the person's layout of each grid, their settings for all grids, and the views they may choose.
 * One answer returns all, so that a grid is drawn correctly at once. `POST /api/layouts { grid, layout }` or `{
 * shortcuts }` saves one, `{ visited, title? }` counts that a screen was opened, `{ favourite, isFavourite }` marks one, `{
 * branch, isOpen }` opens or closes a branch of the menu.
 */
export function layoutService(db: Knex) {
  return {
    async find(call: Call): Promise<SavedLayouts> {
      const person = requirePerson(call)
      const rows = await db('grid_view').where({ userId: person.id, name: '' }).limit(500).select('grid', 'state')
      const saved = rows.map(
        row =>
          decodeRow(gridView, row) as unknown as {
            grid: string
            state: (ViewLayout | SavedScreens) & { shortcuts?: boolean }
          },
      )
      const stateOf = (name: string) => saved.find(({ grid }) => grid === name)?.state
      return {
        layouts: Object.fromEntries(
          saved.filter(({ grid }) => !grid.startsWith('*')).map(({ grid, state }) => [grid, state as ViewLayout]),
        ),
        shortcuts: stateOf(EVERY_GRID)?.shortcuts !== false,
        screens: asScreens(stateOf(SCREENS)),
        views: await readViews(db, person),
      }
    },

    async create(body: Body, call: Call) {
      const person = requirePerson(call)
      if (body.visited !== undefined || body.favourite !== undefined) return saveScreen(db, person, body)
      if (body.branch !== undefined) return saveBranch(db, person, body)
      if (body.grid === undefined) {
        if (typeof body.shortcuts !== 'boolean')
          throw invalidField('shortcuts', 'TYPE', 'shortcuts must be true or false')
        await save(db, person, EVERY_GRID, { shortcuts: body.shortcuts })
        return { shortcuts: body.shortcuts }
      }
      const resource = typeof body.grid === 'string' ? listAt(body.grid) : undefined
      if (!resource) throw invalidField('grid', 'ENUM', 'grid must be the path of a list, such as masters/transporter')
      requireRight(person, resource, 'read')
      const layout = body.layout as Body | null | undefined
      const problem = viewStateProblem(
        resource,
        layout && typeof layout === 'object' ? { query: '', ...layout } : layout,
      )
      if (problem) throw invalidField('layout', 'STATE', problem)
      const { columns, density } = layout as Body
      await save(db, person, gridOf(resource), { columns, density })
      return { grid: gridOf(resource) }
    },
  }
}

/** Counts that a screen was opened, or marks it. */
async function saveScreen(db: Knex, person: Person, { visited: opened, title = null, favourite, isFavourite }: Body) {
  const path = opened ?? favourite
  const field = opened === undefined ? 'favourite' : 'visited'
  if (!isScreenAddress(path)) throw invalidField(field, 'FORMAT', `${field} must be the address of a screen`)
  if (title !== null && (typeof title !== 'string' || title.length > TITLE_LENGTH))
    throw invalidField('title', 'LENGTH', `title must be a text of at most ${TITLE_LENGTH} characters`)
  if (opened === undefined && typeof isFavourite !== 'boolean')
    throw invalidField('isFavourite', 'TYPE', 'isFavourite must be true or false')
  await changeScreens(db, person, screens =>
    opened === undefined ? marked(screens, path, isFavourite === true) : visited(screens, path, title, now()),
  )
  return { [field]: path }
}

async function saveBranch(db: Knex, person: Person, { branch, isOpen }: Body) {
  if (!isBranchName(branch)) throw invalidField('branch', 'FORMAT', 'branch must be the name of a branch of the menu')
  if (typeof isOpen !== 'boolean') throw invalidField('isOpen', 'TYPE', 'isOpen must be true or false')
  await changeScreens(db, person, screens => folded(screens, branch, isOpen))
  return { branch }
}

/** Changes what is remembered under the lock of its row: two windows lose nothing. */
async function changeScreens(db: Knex, person: Person, change: (screens: SavedScreens) => SavedScreens) {
  const changed = await transact(db, async trx => {
    const row = await trx('grid_view').where({ userId: person.id, grid: SCREENS, name: '' }).forUpdate().first('state')
    if (!row) return false
    await updateLayout(trx, person, SCREENS, change(asScreens(decodeRow(gridView, row).state)))
    return true
  })
  if (!changed) await save(db, person, SCREENS, change(noScreens))
}

/** Rows of before the branches were remembered have none. */
const asScreens = (state: unknown): SavedScreens => ({ ...noScreens, ...(state as SavedScreens | undefined) })

/** Layouts are saved without history. */
const updateLayout = (db: Knex, { id }: Person, grid: string, state: object): Promise<number> =>
  db('grid_view')
    .where({ userId: id, grid, name: '' })
    .update({ state: JSON.stringify(state), updatedAt: now(), updatedById: id })

async function save(db: Knex, person: Person, grid: string, state: object) {
  const { id } = person
  const update = () => updateLayout(db, person, grid, state)
  if ((await update()) > 0) return
  const at = now()
  const row = {
    userId: id,
    grid,
    name: '',
    scope: 'ME',
    roleId: null,
    isDefault: 0,
    rowVersion: 1,
    state: JSON.stringify(state),
    createdAt: at,
    createdById: id,
    updatedAt: at,
    updatedById: id,
  }
  try {
    await db('grid_view').insert(row)
  } catch (error) {
    // Another tab has inserted the row in the meantime.
    if ((fromDatabase(error) as { code?: number }).code !== 409) throw error
    await update()
  }
}
