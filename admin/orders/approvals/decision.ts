import { useQuery } from '@tanstack/react-query'
import type { AnswerOf } from '../../../resources/define/command.ts'
import type { showDecision } from '../../../resources/orders/approvals/commands.ts'
import { ask, at } from '../../derive/command/ask.ts'
import type { Refusal } from '../../shell/api.ts'

/** The facts for a decision; fetched only while the order awaits one. */
export const useDecision = (orderId: number, waits: boolean) =>
  useQuery<AnswerOf<typeof showDecision>, Refusal>({
    queryKey: ['orders', 'one', orderId, 'decision', 'approval-tasks'],
    enabled: waits,
    queryFn: () => ask(at<typeof showDecision>('GET decisions'), { orderId }),
  })
