import { plainBatch } from '../batch-no.ts'

/** What the name of a certificate says: `LS-1001_B240001.pdf` is batch B240001 of product LS-1001. */
interface NamedBatch {
  productCode: string
  batchNo: string
}

const MOST_CODE = 40
/** As long as a batch number may be. */
const MOST_BATCH = 10

/**
 * The product and batch in the name of a file: a code may hold underscores, so the last one separates them. Undefined where the
 * name holds no such pair.
 */
export function batchInFileName(fileName: string): NamedBatch | undefined {
  const [, code = '', batch = ''] = /^(.+)_([^_]+)\.pdf$/i.exec(fileName.split(/[/\\]/).at(-1) ?? '') ?? []
  const productCode = code.trim().toUpperCase()
  const batchNo = plainBatch(batch)
  if (productCode === '' || productCode.length > MOST_CODE || batchNo === null || batchNo.length > MOST_BATCH)
    return undefined
  return { productCode, batchNo }
}
