import { AuditEntryService } from './derive/history/audit-entry-service.ts'
import type { OwnService } from './derive/service.ts'
import { LrService } from './dispatches/lr-service.ts'
import { TrackingEventService } from './dispatches/tracking-event-service.ts'
import { RateContractErrorService } from './masters/rate-contract-error-service.ts'
import { WithLinesService } from './masters/with-lines.ts'
import { OrderRowsService } from './orders/dealer-prices.ts'
import { EudDocumentService } from './orders/documents/eud-document-service.ts'
import { OrderCommentService } from './orders/order-comment-service.ts'
import { OrderService } from './orders/order-service.ts'
import { OrderStepService } from './orders/order-step-service.ts'

/** Records whose path takes commands of their own, or tells less than they hold. */
export const ownServices: Record<string, OwnService> = {
  'audit-entry': { service: AuditEntryService, commands: [] },
  'customer-annexure': { service: WithLinesService, commands: [] },
  'rate-contract-errors': { service: RateContractErrorService, commands: ['patch'] },
  'rate-contract-customer': { service: WithLinesService, commands: [] },
  order: { service: OrderService, commands: ['create', 'patch'] },
  'order-line': { service: OrderRowsService, commands: [] },
  'eud-document': { service: EudDocumentService, commands: ['create'] },
  lr: { service: LrService, commands: ['create'] },
  'tracking-event': { service: TrackingEventService, commands: ['create'] },
  'order-comment': { service: OrderCommentService, commands: ['create'] },
  'order-step': { service: OrderStepService, commands: ['create'] },
}
