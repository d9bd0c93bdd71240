import { resourceAt } from '../registry.ts'
import type { AccessRequest } from './access-request.ts'

/** The requested right, as it follows «may»: `read Assign Roles`, `open /orders/approval-queues`. */
export const requestedRight = ({ screen, action }: Pick<AccessRequest, 'screen' | 'action'>): string =>
  `${action} ${resourceAt(screen)?.title ?? `/${screen}`}`
