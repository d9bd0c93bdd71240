import { plainBatch } from '../../../resources/batch-no.ts'
import { fromSapQuantity, optionalText, requiredText, type SapRow } from '../http/odata.ts'
import { keptMaterial } from '../identity/key-forms.ts'
import type { SapItem } from '../reading/row-pull.ts'

/** The unrestricted stock of a product at a plant, by batch, over all storage locations that count. */
export interface StockItem extends SapItem {
  product: string
  plant: string
  batchNo: string | null
  /** Thousandths of `unit`; negative where SAP's is. */
  qty: number
  /** SAP's base unit of the product. */
  unit: string
  /** Null where the batch has none; left out where SAP's batches cannot be read. */
  expiryDate?: string | null
}

export const stockKey = (product: string, plant: string, batchNo: string | null) =>
  `${product}/${plant}/${batchNo ?? ''}`

/** What a key names; the code of a product may hold a slash itself. */
export function keyParts(key: string): Pick<StockItem, 'product' | 'plant' | 'batchNo'> {
  const parts = key.split('/')
  const [plant, batch] = parts.slice(-2) as [string, string]
  return { product: parts.slice(0, -2).join('/'), plant, batchNo: batch === '' ? null : batch }
}

/** The stock of one storage location. */
interface StockRow {
  key: string
  location: string
  qty: number
  unit: string
}

/** Reads a row of A_MatlStkInAcctMod. Throws RangeError. */
export function stockRow(row: SapRow): StockRow {
  return {
    key: keyOf(row),
    location: optionalText(row.StorageLocation) ?? '',
    qty: fromSapQuantity(row.MatlWrhsStkQtyInMatlBaseUnit),
    unit: requiredText(row.MaterialBaseUnit, 'MaterialBaseUnit'),
  }
}

/** The key of a row's item, also where the row itself cannot be read. */
export const keyOf = (row: SapRow) =>
  stockKey(keptMaterial(row.Material), String(row.Plant ?? ''), plainBatch(optionalText(row.Batch)))

/** Whether the stock of a storage location counts; a setting names those that do not, as `0009` or `1201/0009`. */
export const isCounted = ({ key, location }: Pick<StockRow, 'key' | 'location'>, excluded: ReadonlySet<string>) =>
  !excluded.has(location) && !excluded.has(`${keyParts(key).plant}/${location}`)
