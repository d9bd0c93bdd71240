import { type Call, ResourceService } from '../derive/service.ts'
import { takeStep } from './take-step.ts'

/** The history of orders. Creating a row takes a step, which is the only way to change an order's status. */
export class OrderStepService extends ResourceService {
  override async create(data: unknown, call: Call = {}): Promise<never> {
    return (await takeStep(this.Model)((data ?? {}) as Record<string, unknown>, call)) as never
  }
}
