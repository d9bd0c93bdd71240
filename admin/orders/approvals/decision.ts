import { useQuery } from '@tanstack/react-query'
import type { AgeBucket } from '../../../resources/masters/outstanding.ts'
import type { PaidBefore } from '../../../resources/orders/approvals/paid-before.ts'
import type { ApprovalStep } from '../../../resources/trade.ts'
import { api, type Refusal } from '../../shell/api.ts'

/** The facts for a decision on an order; what the person may not see is absent. Money in paise. */
export interface Decision {
  task: {
    id: number
    step: ApprovalStep
    level: number
    dueAt: string
    leftMinutes: number
    mine: boolean
    onBehalfOf: string | null
    reason?: string
    over?: number
    lineNos?: number[]
    measuredValue?: number | null
    deciders?: string[]
    escalatedTo?: string | null
  } | null
  lastPrices: PaidBefore[]
  credit: {
    payer: string
    creditLimit: number
    outstanding: number
    buckets: Record<AgeBucket, number>
    otherOrders: number
    grossValue: number
    exposure: number
    excess: number
    overdueDays: number
    isPrepaid: boolean
  } | null
  files: { what: string; lineNo: number | null; id: number; fileName: string }[]
}

/** The facts for a decision; fetched only while the order awaits one. */
export const useDecision = (orderId: number, waits: boolean) =>
  useQuery<Decision, Refusal>({
    queryKey: ['decision', orderId],
    enabled: waits,
    queryFn: async () => (await api.get<Decision>('/decisions', { params: { orderId } })).data,
  })
