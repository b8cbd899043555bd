// What the payer's bank may know of the browser: it asks less of a payer whose browser it knows.

/** @param {string} language */
export function describeBrowser(language) {
  const { width, height, colorDepth } = screen
  return {
    browser: navigator.userAgent,
    browserDetails: {
      '3DSecureChallengeWindowSize': 'FULL_SCREEN',
      acceptHeaders: 'application/json',
      colorDepth,
      javaEnabled: false,
      language,
      screenHeight: height,
      screenWidth: width,
      timeZone: new Date().getTimezoneOffset(),
    },
  }
}
