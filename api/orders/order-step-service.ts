import { type Call, ResourceService } from '../derive/service.ts'
import { takeStep } from './take-step.ts'

/** The history of orders; a step is a row created, and creating it is the only way an order's state moves. */
export class OrderStepService extends ResourceService {
  override async create(data: unknown, call: Call = {}): Promise<never> {
    return (await takeStep(this.Model)((data ?? {}) as Record<string, unknown>, call)) as never
  }
}
