import { logs } from '../access.ts'
import { choice, flag, json, reference, text } from '../define/fields.ts'
import { record } from '../define/resource.ts'
import { role } from '../settings/role.ts'
import { user } from '../settings/user.ts'
import type { Layout, ViewState } from './view-state.ts'

/** Saved views of a grid: those that people named, and for each person and grid, without a name, the last state. */
export const gridView = record({
  path: 'grid-views',
  name: 'grid-view',
  title: 'Grid Views',
  purpose: 'Saved views of the lists, and how each person left each of them.',
  fields: {
    userId: reference(user, { label: 'Owner' }),
    grid: text({ max: 80, label: 'List', hint: 'Its path, such as masters/transporter' }),
    name: text({ max: 60, hint: 'Empty: how the owner left the list' }),
    scope: choice(['ME', 'ROLE', 'ALL'], { label: 'Seen by' }),
    roleId: reference(role, { optional: true, label: 'Role' }),
    isDefault: flag({ label: 'Opens first' }),
    state: json<ViewState | Layout | { shortcuts: boolean }>(),
  },
  key: ['userId', 'grid', 'name'],
  display: ['grid', 'name'],
  list: ['grid', 'name', 'userId', 'scope', 'roleId', 'isDefault'],
  search: ['grid', 'name'],
  sort: ['grid', 'name'],
  indexes: [['scope', 'roleId'], ['roleId']],
  access: logs,
})
