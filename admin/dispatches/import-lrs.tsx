import type { BookingNews } from '../../resources/dispatches/shipment-news.ts'
import { lrSheet } from '../../resources/uploads/lrs.ts'
import { RadioList } from '../derive/form/radio-list.tsx'
import ImportPage from '../derive/import/import-page.tsx'

/** What customers hear of LRs that are entered after their promised day. */
const news: Readonly<Record<BookingNews, string>> = {
  OPEN: 'Only about LRs whose promised day is still ahead',
  NONE: 'No messages about the LRs of this file',
  ALL: 'About all LRs; past its promised day, that the goods have left',
}

/** Imports the LRs of a day from a file. */
export default function ImportLrs() {
  return (
    <ImportPage
      resource={lrSheet}
      extraFields={
        <>
          <p className="quiet">
            One row per invoice; the rows of an LR repeat its values. Hazardous goods need the TREM card of an earlier
            LR with the same UN number.
          </p>
          <RadioList
            name="given.lateNews"
            legend="Messages to customers, if LRs are entered late"
            options={Object.entries(news) as [BookingNews, string][]}
          />
        </>
      }
    />
  )
}
