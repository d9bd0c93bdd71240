import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { usePerson } from '../account/person.ts'
import { actionsOf } from '../palette/offers.ts'
import { ButtonLink } from '../shell/button-link.tsx'
import { Empty } from '../shell/empty.tsx'
import { screensFor } from '../shell/menu/menu-tree.ts'
import { PageFrame } from '../shell/page-frame.tsx'
import { LatestScreens } from './latest-screens.tsx'
import { Tiles } from './tiles.tsx'
import './home.css'

const Banners = lazy(() => import('../shell/notices/banners.tsx'))
const Documents = lazy(() => import('./documents.tsx'))
const BuyerPanels = lazy(() => import('./buyer-panels.tsx'))
const Trends = lazy(() => import('./trends.tsx'))

const MOST_ACTIONS = 4

/** The first page after sign-in: what waits for the person, how it has gone lately, and the ways on. */
export default function Home() {
  const person = usePerson()
  const { user } = person
  const areas = screensFor(person).map(({ name, title, entries }) => ({
    path: entries.length === 1 ? entries[0]!.path : `/${name}`,
    title: entries.length === 1 ? entries[0]!.title : title,
    screens: entries.length,
  }))
  const actions = actionsOf(person).slice(0, MOST_ACTIONS)
  return (
    <PageFrame
      title={`Welcome, ${user.name}`}
      actions={actions.map(({ title, path }, at) => (
        <ButtonLink key={path} to={path} {...(at === 0 && { type: 'primary' as const })}>
          {title}
        </ButtonLink>
      ))}
    >
      <Suspense fallback={null}>
        <Banners placement="HOME" isSlim />
      </Suspense>
      <Tiles />
      <Suspense fallback={null}>
        {user.customerId !== null && <BuyerPanels customerId={user.customerId} />}
        <Trends />
      </Suspense>
      <LatestScreens />
      <Suspense fallback={null}>
        <Documents />
      </Suspense>
      {/* Those who buy have all of theirs in the menu. */}
      {(user.customerId === null || areas.length === 0) && (
        <section className="home-part" aria-labelledby="home-areas">
          <h2 id="home-areas">All screens</h2>
          <ul className="home-links">
            {areas.map(({ path, title, screens }) => (
              <li key={path}>
                <Link to={path}>{title}</Link>
                {screens > 1 && <span className="quiet"> {screens}</span>}
              </li>
            ))}
          </ul>
          {areas.length === 0 && (
            <Empty text="None of your roles opens a screen yet. Ask an IT administrator for the role your work needs.">
              <Link to="/masters/contact-details">Open your profile</Link>
            </Empty>
          )}
        </section>
      )}
    </PageFrame>
  )
}
