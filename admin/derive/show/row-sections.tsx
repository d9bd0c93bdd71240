import { useLocation } from 'react-router'
import { dayOf } from '../../../resources/define/dates.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { showNumber } from '../../../resources/define/show.ts'
import { Sections } from '../record/sections.tsx'
import { countText, dayInWords, plainDay, readOn } from '../record/when.ts'
import type { ApiRow } from '../value-text.ts'
import History from './history.tsx'
import { isInForce, Periods } from './periods.tsx'
import Related from './related.tsx'
import { useHistory } from './use-history.ts'
import { usePeriods } from './use-periods.ts'
import { useRelated } from './use-related.ts'

/** What stands below the values of a row: its other periods, the lists that name it, its history. */
export default function RowSections({ resource, row }: { resource: Resource; row: ApiRow }) {
  const { hash } = useLocation()
  const today = readOn()
  const periods = usePeriods(resource, row)
  const links = useRelated(resource, row.id)
  const { data: entries } = useHistory(resource, row.id, row.rowVersion)
  const [last] = entries ?? []
  const named = links?.filter(({ count }) => count !== 0) ?? []
  const present = periods.find(one => isInForce(one, today))
  return (
    <Sections
      sections={[
        periods.length > 1 && {
          title: 'Validity periods',
          say: `${countText(periods.length, 'period')}${present ? `; active today: ${plainDay(String(present.validFrom), today)} to ${endText(present, today)}` : ''}`,
          content: <Periods resource={resource} row={row} rows={periods} />,
        },
        resource.kind === 'master' &&
          links?.length !== 0 && {
            title: 'Related',
            say: links && (named.length === 0 ? null : relatedText(named)),
            content: links && <Related id={row.id} links={links} />,
          },
        {
          title: 'History',
          say:
            entries &&
            (last
              ? `${countText(entries.length, 'change')}, the last ${dayInWords(dayOf(last.at), today)} by ${last.actor ?? 'Bilty'}`
              : null),
          open: hash === '#history',
          content: <History resource={resource} row={row} />,
        },
      ]}
    />
  )
}

const endText = ({ validTo }: ApiRow, today: string) =>
  String(validTo).startsWith('9999') ? 'no end' : plainDay(String(validTo), today)

/** `21 rows in 3 lists`; a list is counted up to a limit. */
function relatedText(links: readonly { count: number | undefined }[]) {
  const rows = links.reduce((sum, { count = 0 }) => sum + count, 0)
  return `${showNumber(rows)} ${rows === 1 ? 'row' : 'rows'} in ${countText(links.length, 'list')}`
}
