import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { Standalone } from '../shell/standalone.tsx'
import { PaymentLinks } from './landing/payment-links.tsx'

const SECONDS = 5

/** A browser that opens the address to which gateways report: it learns nothing, and is led to the payments. */
export default function NotifyUrl() {
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => void navigate('/transaction-view/transactions-view'), SECONDS * 1000)
    return () => clearTimeout(timer)
  }, [navigate])
  return (
    <Standalone title="Your payment">
      <p role="status">We are processing your payment.</p>
      <PaymentLinks />
    </Standalone>
  )
}
