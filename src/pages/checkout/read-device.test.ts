// What the payer's bank receives about the browser.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { readDevice } from './read-device.ts'

const headers = { 'user-agent': 'Mozilla/5.0', accept: 'text/html', 'accept-language': 'de-AT,de;q=0.9' }

it('is what the script has sent, as the contract accepts it', () => {
  const device = 'screenWidth=1280&screenHeight=800&colorDepth=30&timeZone=-60&language=fr-CH'
  assert.deepEqual(readDevice(new Map([['device', device]]), { headers, ip: '192.0.2.7' }), {
    browser: 'Mozilla/5.0',
    ipAddress: '192.0.2.7',
    browserDetails: {
      '3DSecureChallengeWindowSize': '500_X_600',
      acceptHeaders: 'text/html',
      javaEnabled: 'false',
      screenWidth: '1280',
      screenHeight: '800',
      colorDepth: '30',
      timeZone: '-60',
      language: 'fr-CH',
    },
  })
})

it('has the default where no script runs, or where the values are invented', () => {
  for (const device of ['', 'screenWidth=-1&timeZone=never&colorDepth=99&language=', '%%%', 'a'.repeat(9_999)]) {
    const { browserDetails } = readDevice(new Map([['device', device]]), { headers, ip: '::1' }) as {
      browserDetails: Record<string, string>
    }
    const { screenWidth, colorDepth, timeZone, language } = browserDetails
    assert.deepEqual([screenWidth, colorDepth, timeZone, language], ['1024', '24', '0', 'de-AT'])
  }
  const bare = readDevice(new Map(), { headers: {}, ip: '' })
  assert.deepEqual(Object.keys(bare), ['browserDetails'])
})
