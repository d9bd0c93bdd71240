import { rolesDeciding } from '../../orders/approvals/approvers-by-step.ts'
import { queues } from '../../orders/approvals/queues.ts'
import type { Tile } from '../tile.ts'

/** Orders that wait for a decision, a number for each queue. */
export const queueTiles = queues.map(
  ({ step, title, path }): Tile => ({
    name: `queue-${step}`,
    group: 'decisions',
    label: step === 'ACCEPTANCE' ? 'Orders to accept' : title.replace(/^Pending For /, ''),
    roles: rolesDeciding[step],
    counts: { queue: step },
    late: { label: 'overdue', where: {} },
    at: path,
  }),
)
