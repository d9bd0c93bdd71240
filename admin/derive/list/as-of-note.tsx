import { momentText } from '../../../resources/define/show.ts'

/** Says up to when the rows are known, where a report is read from a copy of the database. */
export default function AsOfNote({ asOf }: { asOf: string }) {
  return <p className="quiet">As of {momentText(asOf)}. What was saved later is not counted yet.</p>
}
