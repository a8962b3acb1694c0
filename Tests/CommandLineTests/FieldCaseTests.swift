import Foundation
import Testing

/// Small inputs in the shape of files that people have, each with its right answer.
@Suite struct FieldCaseTests {
    @Test(arguments: FieldCase.all)
    func aFileOfPeopleIsReadRight(field: FieldCase) throws {
        let failures = try field.failures()
        #expect(failures.isEmpty, "\(failures.joined(separator: "\n"))")
    }

    @Test func everyCaseIsThere() { #expect(FieldCase.all.count >= 8) }
}
