import { logs } from '../access.ts'
import { instant, reference, text } from '../define/fields.ts'
import { type Row, record } from '../define/resource.ts'
import { user } from '../settings/user.ts'
import type { ApprovalStep } from '../trade.ts'
import { approvalTask } from './approval-task.ts'

/** A mailed link for an approver: it opens one task for them, for 48 hours, and decides once. */
export const approvalLink = record({
  path: 'approval-links',
  name: 'approval-link',
  title: 'Approval Links',
  purpose: 'The e-mail approval links: recipient, task and whether each was used.',
  fields: {
    taskId: reference(approvalTask, { label: 'Task' }),
    userId: reference(user, { label: 'For' }),
    tokenHash: text({ max: 64, unique: true, secret: true }),
    expiresAt: instant({ label: 'Valid until' }),
    usedAt: instant({ optional: true, label: 'Used' }),
  },
  key: [],
  display: ['taskId', 'userId'],
  list: ['createdAt', 'taskId', 'userId', 'expiresAt', 'usedAt'],
  sort: ['-id'],
  indexes: [['taskId'], ['userId']],
  access: logs,
})

export type ApprovalLink = Row<typeof approvalLink>

/** Hours for which a mailed link decides. */
export const LINK_VALID_HOURS = 48

/**
 * The steps that can be decided from a mail: not a document, which must be looked at, and not an acceptance, which is
 * more than yes or no.
 */
export const stepsDecidedByMail: readonly ApprovalStep[] = [
  'RATE_CONTRACT',
  'CSC',
  'LIMIT_PRICE',
  'MY_APPROVAL',
  'LIMIT',
]
