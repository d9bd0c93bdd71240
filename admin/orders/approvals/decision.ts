import { useQuery } from '@tanstack/react-query'
import type { Decision } from '../../../resources/orders/approvals/decision.ts'
import { api, type Refusal } from '../../shell/api.ts'

/** The facts for a decision; fetched only while the order awaits one. */
export const useDecision = (orderId: number, waits: boolean) =>
  useQuery<Decision, Refusal>({
    queryKey: ['decision', orderId],
    enabled: waits,
    queryFn: async () => (await api.get<Decision>('/decisions', { params: { orderId } })).data,
  })
