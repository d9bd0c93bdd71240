import { annexureSheet } from '../../resources/uploads/annexures.ts'
import ImportPage from '../derive/import/import-page.tsx'

/** Imports annexures from a file: a row is a line; only drafts change. */
export default function ImportAnnexures() {
  return <ImportPage resource={annexureSheet} />
}
