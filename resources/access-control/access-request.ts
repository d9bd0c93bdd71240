import { accessRequests } from '../access.ts'
import { action } from '../define/action.ts'
import { choice, date, instant, reference, text } from '../define/fields.ts'
import { type Row, record } from '../define/resource.ts'
import { rights } from '../define/rights.ts'
import { user } from '../settings/user.ts'
import { assignRoles } from './assign-roles.ts'

const { roleId, scopeType, scopeRef, validFrom, validTo } = assignRoles.fields

/** A request for a right that was refused: whoever gives roles answers it, with a role or with a reason. */
export const accessRequest = record({
  path: 'access-control/access-request',
  name: 'access-request',
  title: 'Access Requests',
  purpose: 'Who asked for which right, why and until when, and what came of it.',
  fields: {
    requesterId: reference(user, { label: 'Who asks' }),
    screen: text({ max: 120, label: 'Asked for', hint: 'The path of the list or page that was refused' }),
    action: choice(['open', ...Object.values(rights)], { label: 'To do' }),
    reason: text({ max: 255 }),
    until: date({ optional: true, label: 'Needed until', hint: 'Leave empty for permanent access' }),
    status: choice(['OPEN', 'GIVEN', 'DECLINED'], { default: 'OPEN' }),
    decidedById: reference(user, { optional: true, label: 'Decided by' }),
    decidedAt: instant({ optional: true, label: 'Decided' }),
    answer: text({ max: 255, optional: true }),
  },
  key: [],
  display: ['requesterId', 'screen'],
  list: ['createdAt', 'requesterId', 'action', 'screen', 'reason', 'until', 'status', 'decidedById'],
  filters: ['status', 'requesterId'],
  search: ['screen', 'reason'],
  sort: ['-id'],
  indexes: [['status'], ['requesterId', 'status']],
  actions: {
    give: action({
      label: 'Grant',
      letter: 'A',
      when: { status: 'OPEN' },
      inputs: { roleId, scopeType, scopeRef, validFrom, validTo },
    }),
    decline: action({
      label: 'Decline',
      letter: 'A',
      when: { status: 'OPEN' },
      inputs: { reason: text({ max: 255, hint: 'The answer that the person who asked reads' }) },
      danger: true,
    }),
  },
  access: accessRequests,
})

export type AccessRequest = Row<typeof accessRequest>
