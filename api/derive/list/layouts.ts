import type { Knex } from 'knex'
import type { AnswerOf } from '../../../resources/define/command.ts'
import { gridOf } from '../../../resources/define/process/worklist.ts'
import { listAt } from '../../../resources/list-at.ts'
import type { KeptLayout, keepLayout, SavedLayouts } from '../../../resources/platform/commands/views.ts'
import { gridView } from '../../../resources/platform/grid-view.ts'
import {
  asScreens,
  isScreenAddress,
  marked,
  noScreens,
  type SavedScreens,
  visited,
} from '../../../resources/platform/saved-screens.ts'
import type { ViewLayout } from '../../../resources/platform/view-layout.ts'
import { viewStateProblem } from '../../../resources/platform/view-state.ts'
import { now } from '../../platform/clock.ts'
import { fromDatabase, invalidField } from '../../platform/errors.ts'
import { transact } from '../../platform/transact.ts'
import { requireRight } from '../rights/conditions.ts'
import type { Person } from '../rights/person.ts'
import { decodeRow } from '../row-codec.ts'
import { readViews } from './views.ts'

/** The name under which settings for all grids of a person are stored. */
const EVERY_GRID = '*'
/** And what they pinned and opened last. */
const SCREENS = '*screens'

/**
 * The person's layout of each grid, their settings for all grids, and the views they may choose: all at once, so that a
 * grid is drawn correctly at once.
 */
export async function readLayouts(db: Knex, person: Person): Promise<SavedLayouts> {
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
    screens: asScreens(stateOf(SCREENS) as SavedScreens | undefined),
    views: await readViews(db, person),
  }
}

const nothing = { grid: null, shortcuts: null, visited: null, favourite: null }

/** Saves one thing that a person left as it is, and says which. */
export async function saveLayout(db: Knex, person: Person, kept: KeptLayout): Promise<AnswerOf<typeof keepLayout>> {
  if ('visited' in kept) {
    const path = screenIn('visited', kept.visited)
    await changeScreens(db, person, screens => visited(screens, path, kept.title, now()))
    return { ...nothing, visited: path }
  }
  if ('favourite' in kept) {
    const path = screenIn('favourite', kept.favourite)
    await changeScreens(db, person, screens => marked(screens, path, kept.isFavourite))
    return { ...nothing, favourite: path }
  }
  if ('shortcuts' in kept) {
    await save(db, person, EVERY_GRID, { shortcuts: kept.shortcuts })
    return { ...nothing, shortcuts: kept.shortcuts }
  }
  const resource = listAt(kept.grid)
  if (!resource) throw invalidField('grid', 'ENUM', 'grid must be the path of a list, such as masters/transporter')
  requireRight(person, resource, 'read')
  const problem = viewStateProblem(resource, { query: '', ...kept.layout })
  if (problem) throw invalidField('layout', 'STATE', problem)
  const { columns, density } = kept.layout
  await save(db, person, gridOf(resource), { columns, density })
  return { ...nothing, grid: gridOf(resource) }
}

function screenIn(field: string, path: string): string {
  if (!isScreenAddress(path)) throw invalidField(field, 'FORMAT', `${field} must be the address of a screen`)
  return path
}

/** Changes what is remembered under the lock of its row: two windows lose nothing. */
async function changeScreens(db: Knex, person: Person, change: (screens: SavedScreens) => SavedScreens) {
  const changed = await transact(db, async trx => {
    const row = await trx('grid_view').where({ userId: person.id, grid: SCREENS, name: '' }).forUpdate().first('state')
    if (!row) return false
    await updateLayout(trx, person, SCREENS, change(asScreens(decodeRow(gridView, row).state as SavedScreens)))
    return true
  })
  if (!changed) await save(db, person, SCREENS, change(noScreens))
}

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
