import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Resource } from '../../resources/define/resource.ts'
import { invoice } from '../../resources/dispatches/invoice.ts'
import { lr } from '../../resources/dispatches/lr.ts'
import { useMay } from '../account/person.ts'
import { rowsOf } from '../shell/rows.ts'

/** What a complaint or dispute names, as a link where the reader reaches that very row and its page; else its text alone. */
function ReadableLink(link: { of: typeof invoice | typeof lr; id: number; to: string; text: string | undefined }) {
  const { of, id, to, text } = link
  const may = useMay()
  const opens = may('read', of.path) && may('read', 'lrs') && may('read', 'lr-lines')
  const { data = [] } = useQuery({
    queryKey: ['readable', of.path, id],
    enabled: opens,
    queryFn: () => rowsOf<Resource>(of).all<{ id: number }>({ where: { id } }),
  })
  return data.length > 0 ? <Link to={to}>{text}</Link> : text
}

export const InvoiceLink = ({ id, text }: { id: number; text: string | undefined }) => (
  <ReadableLink of={invoice} id={id} to={`/dispatches/invoice/${id}`} text={text} />
)

export const LrLink = ({ id, text }: { id: number; text: string | undefined }) => (
  <ReadableLink of={lr} id={id} to={`/dispatches/lr/${id}`} text={text} />
)
