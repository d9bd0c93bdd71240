import { logs } from '../access.ts'
import { choice, flag, json, reference, text } from '../define/fields.ts'
import { type Row, record } from '../define/resource.ts'
import { role } from '../settings/role.ts'
import { user } from '../settings/user.ts'
import type { SavedScreens } from './saved-screens.ts'
import type { ViewLayout, ViewState } from './view-layout.ts'

/** Saved views of a grid: those that people named, and for each person and grid, without a name, the last state. */
export const gridView = record({
  path: 'grid-views',
  name: 'grid-view',
  title: 'Grid Views',
  purpose: 'Saved views and layouts of lists.',
  fields: {
    userId: reference(user, { label: 'Owner' }),
    grid: text({ max: 80, label: 'List', hint: 'Its path, such as masters/transporter' }),
    name: text({ max: 60, hint: 'Leave empty for the owner’s layout of the list' }),
    scope: choice(['ME', 'ROLE', 'ALL'], { label: 'Visible to' }),
    roleId: reference(role, { optional: true, label: 'Role' }),
    isDefault: flag({ label: 'Opens first' }),
    state: json<ViewState | ViewLayout | { shortcuts: boolean } | SavedScreens>(),
  },
  key: ['userId', 'grid', 'name'],
  display: ['grid', 'name'],
  list: ['grid', 'name', 'userId', 'scope', 'roleId', 'isDefault'],
  search: ['grid', 'name'],
  sort: ['grid', 'name'],
  indexes: [['scope', 'roleId'], ['roleId']],
  access: logs,
})

export type GridView = Row<typeof gridView>
