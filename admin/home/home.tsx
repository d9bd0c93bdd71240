import { lazy, Suspense } from 'react'
import { homeTitles } from '../../resources/menu/nouns.ts'
import { usePerson } from '../account/person.ts'
import { useNarrow } from '../derive/use-narrow.ts'
import { actionsOf } from '../palette/offers.ts'
import { ButtonLink } from '../shell/button-link.tsx'
import { PageFrame } from '../shell/page-frame.tsx'
import { Away } from './away.tsx'
import { MyWork } from './my-work.tsx'
import './home.css'

const Banners = lazy(() => import('../shell/notices/banners.tsx'))
const BuyerToday = lazy(() => import('./buyer/today.tsx'))
const Money = lazy(() => import('./money.tsx'))
const Overview = lazy(() => import('./overview.tsx'))

/** The first page after sign-in: what the person has to do next, and for those who buy what they come for. */
export default function Home() {
  const person = usePerson()
  const { user } = person
  const narrow = useNarrow()
  const isBuyer = user.customerId !== null
  return (
    <PageFrame
      title={homeTitles[isBuyer ? 'buyer' : 'staff']}
      actions={
        <>
          {user.employeeId !== null && <Away />}
          {!isBuyer &&
            actionsOf(person)
              .slice(0, narrow ? 1 : 2)
              .map(({ title, path }) => (
                <ButtonLink key={path} to={path}>
                  {title}
                </ButtonLink>
              ))}
        </>
      }
    >
      <Suspense fallback={null}>
        <Banners placement="HOME" isSlim />
      </Suspense>
      {!isBuyer && <MyWork />}
      <Suspense fallback={null}>
        {isBuyer && <BuyerToday customerId={user.customerId!} />}
        {person.may('approve', 'transaction-view/payment-captures') && <Money />}
        <Overview />
      </Suspense>
    </PageFrame>
  )
}
