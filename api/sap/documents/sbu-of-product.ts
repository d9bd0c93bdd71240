import type { Product } from '../../../resources/masters/products.ts'
import { SapRowError } from '../reading/pull.ts'

/** The SBU of a product that a document names. Throws SapRowError where people have not entered it yet. */
export function sbuOfProduct({ code, sbuId }: Pick<Product, 'code' | 'sbuId'>, document: string): number {
  if (sbuId !== null) return sbuId
  throw new SapRowError('sbuId', `${document}: product ${code} has no SBU yet: enter it under Products`, 'REQUIRED')
}
