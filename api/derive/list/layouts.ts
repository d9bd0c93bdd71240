import type { Knex } from 'knex'
import { gridOf } from '../../../resources/define/worklist.ts'
import { gridView, type SavedLayouts } from '../../../resources/platform/grid-view.ts'
import { type ViewLayout, viewStateProblem } from '../../../resources/platform/view-state.ts'
import { listAt } from '../../../resources/registry.ts'
import { now } from '../../platform/clock.ts'
import { fromDatabase, invalidField } from '../../platform/errors.ts'
import { requireRight } from '../rights/conditions.ts'
import type { Person } from '../rights/person.ts'
import { requirePerson } from '../rights/require-person.ts'
import { decodeRow } from '../row-codec.ts'
import type { Call } from '../service.ts'
import { readViews } from './views.ts'

type Body = Record<string, unknown>

/** The name under which settings for all grids of a person are stored. */
const EVERY_GRID = '*'

/**
 * `GET /api/layouts`: the person's layout of each grid, their settings for all grids, and the views they may choose.
 * One answer returns all, so that a grid is drawn correctly at once. `POST /api/layouts { grid, layout }` or `{
 * shortcuts }` saves one.
 */
export function layoutService(db: Knex) {
  return {
    async find(call: Call): Promise<SavedLayouts> {
      const person = requirePerson(call)
      const rows = await db('grid_view').where({ userId: person.id, name: '' }).limit(500).select('grid', 'state')
      const saved = rows.map(
        row => decodeRow(gridView, row) as unknown as { grid: string; state: ViewLayout & { shortcuts?: boolean } },
      )
      const habits = saved.find(({ grid }) => grid === EVERY_GRID)?.state
      return {
        layouts: Object.fromEntries(
          saved.filter(({ grid }) => grid !== EVERY_GRID).map(({ grid, state }) => [grid, state]),
        ),
        shortcuts: habits?.shortcuts !== false,
        views: await readViews(db, person),
      }
    },

    async create(body: Body, call: Call) {
      const person = requirePerson(call)
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

/** Layouts are saved without history. */
async function save(db: Knex, { id }: Person, grid: string, state: object) {
  const at = now()
  const changed = { state: JSON.stringify(state), updatedAt: at, updatedById: id }
  const update = () => db('grid_view').where({ userId: id, grid, name: '' }).update(changed)
  if ((await update()) > 0) return
  const row = {
    userId: id,
    grid,
    name: '',
    scope: 'ME',
    roleId: null,
    isDefault: 0,
    rowVersion: 1,
    createdAt: at,
    createdById: id,
  }
  try {
    await db('grid_view').insert({ ...row, ...changed })
  } catch (error) {
    // Another tab has inserted the row in the meantime.
    if ((fromDatabase(error) as { code?: number }).code !== 409) throw error
    await update()
  }
}
