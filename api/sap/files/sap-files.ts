import { sapSheets } from '../../../resources/uploads/sap/sap-sheets.ts'
import type { Upload } from '../../derive/uploads/upload.ts'
import { customerFiles } from './customer-files.ts'
import { documentFiles } from './document-files.ts'
import { goodsFiles } from './goods-files.ts'
import { sapUpload } from './save-file.ts'

const files = [...customerFiles, ...goodsFiles, ...documentFiles]

/** The uploads of files of SAP, one for each object. */
export const sapUploads: readonly Omit<Upload, 'subject'>[] = sapSheets.map(sheet =>
  sapUpload(files.find(file => file.sheet === sheet)!),
)
