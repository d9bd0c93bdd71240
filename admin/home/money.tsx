import { Link } from 'react-router'
import { dayOf } from '../../resources/define/dates.ts'
import { rupees } from '../../resources/define/show.ts'
import type { MoneyFigures, showMoneyFigures } from '../../resources/home/commands.ts'
import {
  type AccountFigure,
  accountFigureNames,
  accountFigures,
  figureAddress,
  moneyFigures,
} from '../../resources/home/money-figures.ts'
import { at, useAsk } from '../derive/command/ask.ts'
import { type PlainColumn, PlainGrid } from '../derive/grid/plain-grid.tsx'

type AccountRow = MoneyFigures['accounts'][number] & { id: number }

/** The money of Finance: what came by account, what gateways have not passed on, and what waits; each sum opens its list. */
export default function Money() {
  const { data } = useAsk(at<typeof showMoneyFigures>('GET home-money'), {}, { refetchInterval: 60_000 })
  if (!data) return null
  const today = dayOf(new Date().toISOString())
  const waiting = data.totals.filter(({ rows }) => rows > 0)
  const columns: readonly PlainColumn<AccountRow>[] = [
    { head: 'Account', value: ({ code }) => code },
    ...accountFigureNames.map(name => ({
      head: accountFigures[name].label,
      right: true,
      value: (row: AccountRow) => <AccountSum row={row} name={name} today={today} />,
    })),
  ]
  if (data.accounts.length + waiting.length === 0) return null
  return (
    <section className="panel home-money" aria-labelledby="home-money">
      <h2 id="home-money">Money</h2>
      {data.accounts.length > 0 && (
        <PlainGrid
          label="Money by account"
          rows={data.accounts.map(row => ({ ...row, id: row.accountId }))}
          columns={columns}
        />
      )}
      {waiting.length > 0 && (
        <ul className="overview-figures">
          {waiting.map(({ name, rows, amount }) => (
            <li key={name}>
              <Link to={figureAddress(moneyFigures[name], today)}>
                {moneyFigures[name].label} <strong>{rupees(amount)}</strong> ({rows})
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function AccountSum({ row, name, today }: { row: AccountRow; name: AccountFigure; today: string }) {
  const figure = row.figures.find(one => one.name === name)
  if (!figure) return <span className="quiet">–</span>
  return <Link to={figureAddress(accountFigures[name], today, row.accountId)}>{rupees(figure.amount)}</Link>
}
