import { annexureSheet } from '../../resources/uploads/annexures.ts'
import ImportPage from '../derive/import/import-page.tsx'

/** Annexures from a file (K.11): a row a line; only drafts change. */
export default function ImportAnnexures() {
  return <ImportPage resource={annexureSheet} />
}
